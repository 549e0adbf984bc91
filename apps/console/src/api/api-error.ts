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

export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem.code === "network" || error.problem.code === "lost" || error.problem.status >= 502);
