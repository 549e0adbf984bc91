import type { Principal } from "@quartermaster/shared/contracts";
import { isRetryableDatabaseError, type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";
import type { FastifyReply, FastifyRequest } from "fastify";

interface StoredAnswer {
  request_hash: string;
  status: number;
  answer: unknown;
}

const KEY = /^[\x21-\x7e]{1,128}$/;
const FIND = "select request_hash, status, answer from idempotency_keys where tenant = $1 and user_id = $2 and key = $3";
const INSERT = "insert into idempotency_keys (tenant, user_id, key, request_hash, status, answer) values ($1, $2, $3, $4, $5, $6)";

/** @throws AppError unavailable when the same key is in use for longer than a caller should wait. */
async function lockKey(tx: Tx, id: readonly string[]): Promise<void> {
  try {
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 2))", [id.join("/")]);
  } catch (cause) {
    if (!isRetryableDatabaseError(cause)) throw cause;
    throw new AppError("unavailable", { detail: "a call under the same Idempotency-Key is still at work", cause });
  }
}

/**
 * Gives the first answer again when the same person repeats a POST under the same Idempotency-Key, also while the first call is
 * still at work; without the header it does nothing. Only answers are stored, never errors: those are judged anew.
 * @param work gets the transaction that stores its answer, or null without a key. What it writes there happens once, even when the
 *   process dies in between; what it writes elsewhere must bear to be done again.
 * @throws AppError idempotency_mismatch for the same key with another body; invalid_request; unavailable
 */
export async function withIdempotency<T>(
  keyPool: Pool,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx | null) => Promise<T>,
): Promise<T> {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return await work(null);
  if (typeof key !== "string" || !KEY.test(key))
    throw new AppError("invalid_request", {
      detail: "Idempotency-Key must be 1 to 128 visible characters",
      errors: [{ path: "headers:/idempotency-key", message: "not valid" }],
    });
  const hash = contentHash({ method: request.method, url: request.url, body: request.body ?? null });
  const id = [principal.tenant, principal.user, key];
  return await transaction(keyPool, principal.tenant, async (tx) => {
    await lockKey(tx, id);
    const stored = (await tx.query<StoredAnswer>(FIND, id)).rows[0];
    if (stored) {
      if (stored.request_hash !== hash) throw new AppError("idempotency_mismatch");
      reply.header("idempotency-replayed", "true").code(stored.status);
      return stored.answer as T;
    }
    const answer = await work(tx);
    await tx.query(INSERT, [...id, hash, reply.statusCode, JSON.stringify(answer ?? null)]);
    return answer;
  });
}
