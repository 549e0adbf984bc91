import { ERROR_CODES } from "../libs/shared/src/errors/index.ts";

/** Text of `docs/errors.md`, made from the table of codes. */
export function errorDocs(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, entry]) => `| \`${code}\` | ${entry.status} | ${entry.title} | ${entry.retryable ? "yes" : "no"} |`,
  );
  return [
    "# Error codes",
    "",
    "Every error is a problem document (RFC 9457) with a stable `code`. Receipts and bus messages use the same codes.",
    "",
    "| code | status | meaning | may the same call succeed later? |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
