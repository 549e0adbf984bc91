import type { Principal } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";
import type { FastifyReply, FastifyRequest } from "fastify";

interface StoredAnswer {
  request_hash: string;
  status: number;
  answer: unknown;
}

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Gives the first answer again when the same person repeats a POST under the same Idempotency-Key; without the header it does nothing.
 * Only answers are stored, never errors: those are judged anew. Two at once are told apart by what they change, not here.
 * @throws AppError idempotency_mismatch for the same key with another body.
 */
export async function withIdempotency<T>(
  pool: Pool,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return await work();
  if (typeof key !== "string" || !KEY.test(key))
    throw new AppError("invalid_request", { detail: "Idempotency-Key must be 1 to 200 printable characters" });
  const hash = contentHash({ method: request.method, url: request.url, body: request.body ?? null });
  const id = [principal.tenant, principal.user, key];
  const text = "select request_hash, status, answer from idempotency_keys where tenant = $1 and user_id = $2 and key = $3";
  const stored = await transaction(pool, principal.tenant, async (tx) => (await tx.query<StoredAnswer>(text, id)).rows[0]);
  if (stored) {
    if (stored.request_hash !== hash) throw new AppError("idempotency_mismatch");
    reply.header("idempotency-replayed", "true").code(stored.status);
    return stored.answer as T;
  }
  const answer = await work();
  const insert =
    "insert into idempotency_keys (tenant, user_id, key, request_hash, status, answer) values ($1, $2, $3, $4, $5, $6) on conflict do nothing";
  await transaction(
    pool,
    principal.tenant,
    async (tx) => await tx.query(insert, [...id, hash, reply.statusCode, JSON.stringify(answer ?? null)]),
  );
  return answer;
}
