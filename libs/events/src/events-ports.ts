import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import type { Outbox, Pool } from "@quartermaster/shared/db";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer } from "@quartermaster/shared/signing";
import type { EventsDefinition } from "./event-handler.ts";

/** What the intake of events works with. */
export interface EventsPorts {
  readonly definition: EventsDefinition;
  /** Of the login role `qm_<domain>_events`. */
  readonly pool: Pool;
  readonly outbox: Pick<Outbox, "transaction">;
  /** The executor's own: receipts with an outcome are signed anew. */
  readonly signer: Signer;
  /** Asks other domains' executors for facts. @throws AppError unavailable | timeout */
  facts(tenant: string, selectors: readonly Selector[]): Promise<ForeignFact[]>;
  readonly faults: ReachFaultPoint;
  readonly log: Logger;
}
