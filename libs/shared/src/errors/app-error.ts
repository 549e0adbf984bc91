import { ERROR_CODES, type ErrorCode } from "./codes.ts";

/** One problem with one place of an input; `path` is a JSON pointer or dotted path. */
export interface FieldProblem {
  path: string;
  message: string;
  /** Stable name of the problem, where readers have words of their own for it. */
  code?: string;
}

export interface AppErrorOptions {
  /** Human sentence; shown to callers for statuses below 500 only. */
  detail?: string;
  /** Places of bad input. */
  errors?: FieldProblem[];
  /** Extra members of the problem document; must hold no secret. */
  extra?: Record<string, unknown>;
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

const MARK = Symbol.for("quartermaster.AppError");

/** The one error type that crosses module borders: a stable code, an HTTP status, and whether to retry. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly errors: FieldProblem[];
  readonly extra: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  readonly [MARK] = true;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const entry = ERROR_CODES[code];
    super(options.detail ?? entry.title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = entry.status;
    this.retryable = entry.retryable;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static isInstance(value: unknown): value is AppError {
    return typeof value === "object" && value !== null && MARK in value;
  }
}
