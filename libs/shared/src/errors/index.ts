export { AppError, type AppErrorOptions, type FieldProblem } from "./app-error.ts";
export { ERROR_CODES, type ErrorCode } from "./codes.ts";
export { type Problem, toProblem } from "./to-problem.ts";
