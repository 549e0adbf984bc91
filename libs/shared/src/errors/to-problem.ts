import { AppError } from "./app-error.ts";
import { ERROR_CODES } from "./codes.ts";

/** RFC 9457 problem document. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { path: string; message: string }[];
  [extra: string]: unknown;
}

/** Maps any thrown value to a problem document; a 5xx never carries the original message. */
export function toProblem(error: unknown): Problem {
  const app = AppError.isInstance(error) ? error : new AppError("internal", { cause: error });
  const title = ERROR_CODES[app.code].title;
  return {
    ...app.extra,
    type: `urn:quartermaster:error:${app.code}`,
    title,
    status: app.status,
    detail: app.status >= 500 ? title : app.message,
    code: app.code,
    ...(app.errors.length > 0 ? { errors: app.errors } : {}),
  };
}
