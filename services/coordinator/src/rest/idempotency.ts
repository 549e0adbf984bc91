import type { Principal } from "@quartermaster/shared/contracts";
import type { AnswerTable, StoredAnswer, Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";

/** Where this service keeps its answers. */
export const ANSWERS: AnswerTable = { table: "idempotency", hash: "body_hash", answer: "response" };

export const bodyHashOf = (method: string, path: string, body: unknown): string => contentHash({ method, path, body: body ?? null });

/**
 * The answer given to the same call before, or null.
 * @throws AppError idempotency_mismatch when the key was used with another body; in_progress while its first call is at work.
 */
export async function findStoredAnswer(tx: Tx, caller: Principal, key: string, hash: string): Promise<StoredAnswer | null> {
  const found = await tx.query<{ body_hash: string; status: number | null; response: unknown }>({
    name: "idempotency-find",
    text: "select body_hash, status, response from idempotency where user_id = $1 and key = $2",
    values: [caller.user, key],
  });
  const row = found.rows[0];
  if (!row) return null;
  if (row.body_hash !== hash) throw new AppError("idempotency_mismatch");
  if (row.status === null) throw new AppError("in_progress", { retryAfterSeconds: 2 });
  return { status: row.status, body: row.response };
}

/** Claims the key for this answer; false when a concurrent call of the same key was first. */
export async function storeAnswer(tx: Tx, caller: Principal, key: string, hash: string, answer: StoredAnswer): Promise<boolean> {
  const done = await tx.query({
    name: "idempotency-store",
    text: "insert into idempotency (tenant, user_id, key, body_hash, status, response) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
    values: [caller.tenant, caller.user, key, hash, answer.status, JSON.stringify(answer.body)],
  });
  return done.rowCount === 1;
}
