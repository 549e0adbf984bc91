import type { Pool } from "@quartermaster/shared/db";
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
  /**
   * Connections that hold Idempotency-Keys while a call is at work. Apart from `pool`, which the work itself needs: callers that wait
   * for a key must never keep the one that holds it from a connection.
   */
  keyPool: Pool;
  access: Access;
  verifier: Verifier;
  config: Pick<Config, "demo" | "oidc" | "coordinatorUrl">;
  epochs: EpochTeller;
  log: Logger;
}
