import { APIError } from "openai";

/** The server was never reached, so nothing can have been paid. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string") codes.push(code);
  }
  return codes;
}

/** True for a try that went out and came back without an answer: late, cut off, or in a form that says nothing of what it cost. */
export function wasUnanswered(error: unknown): boolean {
  if (error instanceof APIError && error.status !== undefined) return false;
  return !codesOf(error).some((code) => NOT_SENT.has(code));
}
