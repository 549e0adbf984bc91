import type { Problem } from "./types.ts";

/** A refused or failed call with the server's problem document. `network` and `timeout` are the console's own codes. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = "ApiError";
    this.problem = problem;
  }
}

const LOST: readonly string[] = ["network", "lost", "in_progress"];

/** No answer to the call itself, also when its first sending is still at work: asked again under the same Idempotency-Key it gets one. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (LOST.includes(error.problem.code) || error.problem.status >= 502);
