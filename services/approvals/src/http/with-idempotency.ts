import type { Principal } from "@quartermaster/shared/contracts";
import type { AnswerTable, IdempotentCalls } from "@quartermaster/shared/db";
import { idempotencyKeyOf } from "@quartermaster/shared/http";
import { contentHash } from "@quartermaster/shared/signing";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Where this service keeps its answers. */
export const ANSWERS: AnswerTable = { table: "idempotency_keys", hash: "request_hash", answer: "answer" };

/**
 * Gives the first answer again when the same person repeats a POST under the same Idempotency-Key, also while the first call is
 * still at work; without the header it does nothing.
 * @param work gets the id that all repeats of the call have in common, or null without a key. What it makes once only must be named
 *   after that id: when a process dies at work, the work is done again.
 * @throws AppError idempotency_mismatch for the same key with another body; in_progress; invalid_request
 */
export async function withIdempotency<T>(
  answers: IdempotentCalls,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (callId: string | null) => Promise<T>,
): Promise<T> {
  const key = idempotencyKeyOf(request);
  if (key === null) return await work(null);
  const hash = contentHash({ method: request.method, url: request.url, body: request.body ?? null });
  const answer = await answers.run({ tenant: principal.tenant, user: principal.user, key, hash }, async (callId) => {
    const body = await work(callId);
    return { status: reply.statusCode, body };
  });
  if (answer.replayed) reply.header("idempotency-replayed", "true").code(answer.status);
  return answer.body as T;
}
