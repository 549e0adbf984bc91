import { AppError } from "@quartermaster/shared/errors";

/** Revision named by an If-Match header such as `"3"`; null when absent. @throws AppError invalid_request */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined) return null;
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (revision === undefined)
    throw new AppError("invalid_request", {
      detail: "If-Match must name a revision",
      errors: [{ path: "headers:/if-match", message: 'must look like "3"' }],
    });
  return Number(revision);
}
