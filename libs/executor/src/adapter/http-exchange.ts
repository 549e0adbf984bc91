import { AppError } from "@quartermaster/shared/errors";
import { parseExact } from "./exact-numbers.ts";

const MAX_BODY_BYTES = 1_048_576;

/** Failures after which surely nothing has reached the other side. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

export interface HttpAnswer {
  status: number;
  /** Body with every number as decimal text; null when there is none or it is not JSON. */
  body: unknown;
}

export type HttpExchange = (method: "GET" | "POST" | "PUT", path: string, body: unknown, signal: AbortSignal) => Promise<HttpAnswer>;

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("the answer is larger than 1 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
};

/**
 * Calls one HTTP system. Redirects are not followed: the token goes to the configured address only.
 * @throws AppError unavailable when nothing can have reached the system, timeout for every other failure on the way.
 */
export function createHttpExchange(options: { url: string; authorization(): string | null; timeoutMs: number }): HttpExchange {
  const base = options.url.replace(/\/+$/, "");
  return async (method, path, body, signal) => {
    const authorization = options.authorization();
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        redirect: "error",
        headers: {
          accept: "application/json",
          ...(body === null ? {} : { "content-type": "application/json" }),
          ...(authorization === null ? {} : { authorization }),
        },
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]),
      });
      return { status: response.status, body: readJson(await readBounded(response)) };
    } catch (cause) {
      const unsent = NEVER_SENT.has(codeOf(cause));
      throw new AppError(unsent ? "unavailable" : "timeout", { detail: unsent ? "the system cannot be reached" : "no answer", cause });
    }
  };
}
