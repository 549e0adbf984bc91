import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import type { Outbox, Pool } from "@quartermaster/shared/db";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer, Verifier } from "@quartermaster/shared/signing";
import type { ExecutorDefinition } from "../effect-handler.ts";
import type { EpochWatch } from "../epoch/create-epoch-watch.ts";
import type { HandlerRegistry } from "../grant/accepted-schemas.ts";
import type { OutsideLink } from "../outside/outside-link.ts";

/** What every part of the executor works with. */
export interface ExecutorPorts {
  readonly definition: ExecutorDefinition;
  readonly registry: HandlerRegistry;
  readonly pool: Pool;
  readonly outbox: Pick<Outbox, "transaction">;
  readonly signer: Signer;
  readonly verifier: Verifier;
  /** What approvals says about the epoch in force, right before something runs. */
  readonly epochs: EpochWatch;
  /** Asks other domains' executors for facts. @throws AppError unavailable | timeout */
  facts(tenant: string, selectors: readonly Selector[]): Promise<readonly ForeignFact[]>;
  readonly faults: ReachFaultPoint;
  readonly log: Logger;
  /** The system that makes this domain's effects; absent = our database alone is the system of record. */
  readonly outside?: OutsideLink;
}

/** The same for a domain whose effects another system makes. */
export type LinkedPorts = ExecutorPorts & { readonly outside: OutsideLink };

/** True when another system makes effects of this domain. */
export const isLinked = (ports: ExecutorPorts): ports is LinkedPorts => ports.outside !== undefined;
