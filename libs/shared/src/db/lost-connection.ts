/** Class 08 (connection), 53 (no room for another), 57P (the server goes down or is starting). */
const SQL_STATE = /^(?:08|53|57P)/;
const SYSTEM = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/;

/**
 * True when the database server or the way to it went away, or has no room: the same call may succeed once it is back. Whether a commit
 * that was on its way was done is not known.
 */
export function isLostConnection(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const code = "code" in error ? String(error.code) : "";
  if (code !== "") return SQL_STATE.test(code) || SYSTEM.test(code);
  // The driver gives a broken connection no code at all.
  return (
    error instanceof Error &&
    /^Connection terminated|^Client (?:has encountered a connection error|was closed)|^timeout exceeded when trying to connect/.test(
      error.message,
    )
  );
}
