import type { AnswerTable } from "./idempotent-calls.ts";
import type { Pool } from "./pool.ts";
import { ALL_TENANTS, transaction } from "./transaction.ts";

/** How long the answer of a call under an Idempotency-Key is kept. */
const KEPT_HOURS = 24;
/** Rows of one transaction, and transactions of one round: more than a service answers in the time between two rounds. */
const BATCH = 1_000;
const MAX_BATCHES = 20;

/**
 * Deletes answers that were kept for their time, oldest first; a call that is still at work stays. Safe on many replicas; what a round
 * leaves over is the next one's.
 * @returns how many went.
 */
export async function forgetAnswers(
  pool: Pool,
  { table }: Pick<AnswerTable, "table">,
  limits = { batch: BATCH, batches: MAX_BATCHES },
): Promise<number> {
  const text = `delete from ${table} where (tenant, user_id, key) in (select tenant, user_id, key from ${table}
    where at < now() - make_interval(hours => $1) and (status is not null or lease_until < now()) order by at limit $2)`;
  let gone = 0;
  for (let batch = 0; batch < limits.batches; batch++) {
    const deleted = await transaction(pool, ALL_TENANTS, async (tx) => (await tx.query(text, [KEPT_HOURS, limits.batch])).rowCount ?? 0);
    gone += deleted;
    if (deleted < limits.batch) break;
  }
  return gone;
}
