import { randomUUID } from "node:crypto";
import { request } from "undici";

export interface Answer<T> {
  status: number;
  etag: string | null;
  body: T;
}

/** A caller of the REST interface under one demo user. */
export interface ApiClient {
  readonly baseUrl: string;
  readonly authorization: string;
  get<T>(path: string, timeoutMs?: number): Promise<Answer<T>>;
  /** Sends with a new Idempotency-Key; a service that is not ready is asked again under the same key. */
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

const TIMEOUT_MS = 20_000;
const RETRY_STATUS = new Set([502, 503, 504]);
const ATTEMPTS = 8;

/** Makes a client; `token` is a demo token such as `demo-planner.anna@t2`. */
export function createApiClient(baseUrl: string, token: string): ApiClient {
  const authorization = `Bearer ${token}`;
  const once = async <T>(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body: string | null,
    timeoutMs: number,
  ): Promise<Answer<T>> => {
    const response = await request(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...headers },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs + 1_000),
    });
    const text = await response.body.text();
    const etag = response.headers.etag;
    return {
      status: response.statusCode,
      etag: typeof etag === "string" ? etag : null,
      body: (text === "" ? null : JSON.parse(text)) as T,
    };
  };
  const patient = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await ask();
      if (!RETRY_STATUS.has(answer.status) || attempt === ATTEMPTS) return answer;
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
    }
  };
  return {
    baseUrl,
    authorization,
    get: (path, timeoutMs = TIMEOUT_MS) => patient(() => once("GET", path, {}, null, timeoutMs)),
    post(path, body, headers = {}) {
      const all = { "content-type": "application/json", "idempotency-key": randomUUID(), ...headers };
      return patient(() => once("POST", path, all, JSON.stringify(body), TIMEOUT_MS));
    },
  };
}
