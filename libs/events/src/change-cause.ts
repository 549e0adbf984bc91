import type { Tx } from "@quartermaster/shared/db";

/** Names the one cause of this transaction's writes and the existing rows that they may touch; the database holds us to it. */
export async function beginCause(
  tx: Tx,
  cause: { tenant: string; id: string; kind: "inbound_event" | "scheduled_change"; entities: readonly string[]; detail: string },
): Promise<void> {
  await tx.query("insert into change_cause (tenant, id, kind, entities, detail) values ($1, $2, $3, $4, $5)", [
    cause.tenant,
    cause.id,
    cause.kind,
    [...new Set(cause.entities)],
    cause.detail.slice(0, 500),
  ]);
  await tx.query("select set_config('qm.cause_id', $1, true)", [cause.id]);
}
