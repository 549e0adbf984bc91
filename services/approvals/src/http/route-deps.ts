import type { IdempotentCalls } from "@quartermaster/shared/db";
import type { HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import type { Verifier } from "@quartermaster/shared/signing";
import type { Config } from "../config.ts";
import type { GrantDeps } from "../grants/advance-plan.ts";
import type { EpochTeller } from "../kill-switch/tell-epochs.ts";
import type { Access } from "./access.ts";

/** What every group of routes may use. */
export interface RouteDeps extends GrantDeps {
  server: HttpServer;
  /** Keeps the answers of calls under an Idempotency-Key. */
  answers: IdempotentCalls;
  access: Access;
  verifier: Verifier;
  config: Pick<Config, "demo" | "oidc" | "coordinatorUrl">;
  epochs: EpochTeller;
  log: Logger;
}
