import { noteServerDate } from "../live/server-clock.ts";
import { readToken, signedOut } from "../session/token.ts";
import { ApiError } from "./api-error.ts";
import type { Problem } from "./types.ts";

export interface CallOptions {
  method?: "GET" | "POST" | "PUT";
  body?: unknown;
  idempotencyKey?: string;
  ifMatch?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface Answer<T> {
  body: T;
  etag: string | null;
  status: number;
}

const TIMEOUT_MS = 20_000;

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => "");
  const retry = Number(response.headers.get("retry-after"));
  const base = { status: response.status, code: `http_${response.status}`, title: response.statusText, detail: "" };
  try {
    const parsed = JSON.parse(text) as Partial<Problem>;
    return { ...base, ...parsed, status: response.status, ...(retry > 0 ? { retryAfterSeconds: retry } : {}) };
  } catch {
    return base;
  }
}

const headersOf = (options: CallOptions): Headers => {
  const headers = new Headers({ accept: "application/json" });
  const token = readToken();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("content-type", "application/json");
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (options.ifMatch) headers.set("if-match", options.ifMatch);
  return headers;
};

/**
 * One call of the REST interface.
 * @throws ApiError with the server's problem, or code `network` when no answer came.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const sent = readToken();
  let response: Response;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET",
      headers: headersOf(options),
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      credentials: "omit",
      cache: "no-store",
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: "network", title: "No answer", detail: "" });
  }
  noteServerDate(response.headers.get("date"));
  if (!response.ok) {
    const problem = await problemOf(response);
    if (response.status === 401 && sent !== null && sent === readToken()) signedOut();
    throw new ApiError(problem);
  }
  try {
    const text = await response.text();
    return { body: (text === "" ? null : JSON.parse(text)) as T, etag: response.headers.get("etag"), status: response.status };
  } catch {
    throw new ApiError({ status: 0, code: "lost", title: "No answer", detail: "" });
  }
}
