import type { Principal } from "@quartermaster/shared/contracts";
import type { IdempotentCalls, StoredAnswer } from "@quartermaster/shared/db";
import { idempotencyKeyOf } from "@quartermaster/shared/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bodyHashOf } from "./idempotency.ts";

/**
 * Answers a POST whose work cannot share a transaction with its answer: one call of an Idempotency-Key works, all others get its
 * answer. When a process dies at work, a repeat does the work again under the same `callId`.
 * @throws AppError invalid_request | idempotency_mismatch | in_progress
 */
export async function answerOnce(
  answers: IdempotentCalls,
  caller: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (callId: string | null) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = idempotencyKeyOf(request);
  if (key === null) {
    const { status, body } = await work(null);
    return reply.code(status).send(body);
  }
  const hash = bodyHashOf(request.method, request.url, request.body);
  const answer = await answers.run({ tenant: caller.tenant, user: caller.user, key, hash }, work);
  if (answer.replayed) reply.header("Idempotency-Replayed", "true");
  return reply.code(answer.status).send(answer.body);
}
