import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { EventsPorts } from "./events-ports.ts";

/**
 * The event answers an effect whose call is still open: it comes too early to be taken in, but it says that the request arrived.
 */
export class AnsweredCall extends AppError {
  readonly grantId: string;

  constructor(grantId: string, detail: string) {
    super("event_too_early", { detail, retryAfterSeconds: 1 });
    this.grantId = grantId;
  }
}

/** Notes on the open call that the party itself spoke of it, and lets the executor look after it at once. */
export const noteAnswer = (ports: EventsPorts, tenant: string, eventId: string, grantId: string): Promise<unknown> =>
  transaction(ports.pool, tenant, (tx: Tx) =>
    tx.query(
      `update outside_call set told_by = coalesce(told_by, $3), look_at = clock_timestamp()
       where tenant = $1 and grant_id = $2 and settled_at is null and state in ('sent', 'unknown')`,
      [tenant, grantId, eventId],
    ),
  );
