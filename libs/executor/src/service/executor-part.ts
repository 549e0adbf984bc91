import type { Bus } from "@quartermaster/shared/bus";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer, Verifier } from "@quartermaster/shared/signing";

/** What a part shares with the executor whose process it lives in. It has its own database login. */
export interface PartServices {
  readonly http: HttpServer;
  /** Throws `unavailable` until the bus is connected. */
  readonly bus: Pick<Bus, "publish" | "request">;
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly faults: ReachFaultPoint;
  readonly log: Logger;
}

/** Something else that lives in an executor's process. */
export interface ExecutorPart {
  /** Called once, before the server listens. */
  mount(services: PartServices): void;
  /** Called once the bus is connected. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** What is missing, or null when it can serve. */
  notReadyBecause(): string | null;
}
