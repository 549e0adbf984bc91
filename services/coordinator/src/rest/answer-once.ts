import type { Principal } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bodyHashOf, findStoredAnswer, idempotencyKeyOf, type StoredAnswer, storeAnswer } from "./idempotency.ts";

/**
 * Answers a POST whose work cannot share a transaction with its answer: the first stored answer is given again under the same
 * Idempotency-Key, also to a call that ran at the same time. A process that dies in between leaves no answer, and the work is done anew.
 * @throws AppError invalid_request | idempotency_mismatch
 */
export async function answerOnce(
  pool: Pool,
  caller: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = idempotencyKeyOf(request);
  const send = ({ status, body }: StoredAnswer) => reply.code(status).send(body);
  const replay = (answer: StoredAnswer) => {
    reply.header("Idempotency-Replayed", "true");
    return send(answer);
  };
  if (key === null) return send(await work());
  const hash = bodyHashOf(request.method, request.url, request.body);
  const stored = () => transaction(pool, caller.tenant, (tx) => findStoredAnswer(tx, caller, key, hash));
  const before = await stored();
  if (before) return replay(before);
  const answer = await work();
  if (await transaction(pool, caller.tenant, (tx) => storeAnswer(tx, caller, key, hash, answer))) return send(answer);
  const first = await stored();
  if (!first) throw new AppError("unavailable", { detail: "the first answer under this key could not be read" });
  return replay(first);
}
