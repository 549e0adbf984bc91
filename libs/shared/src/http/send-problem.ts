import type { FastifyReply } from "fastify";
import { AppError, toProblem } from "../errors/index.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** Answers with the problem document of an error, and the headers that belong to its status. */
export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const problem = toProblem(error);
  if (AppError.isInstance(error) && error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
  else if (problem.status === 503 || problem.status === 429) reply.header("retry-after", "2");
  if (problem.status === 401) reply.header("www-authenticate", "Bearer");
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}
