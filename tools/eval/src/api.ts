import { randomUUID } from "node:crypto";
import { request } from "undici";

export interface Answer<T> {
  status: number;
  etag: string | null;
  body: T;
}

export interface Api {
  get<T>(path: string): Promise<Answer<T>>;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

const TIMEOUT_MS = 60_000;
const RETRY_STATUS = new Set([502, 503, 504]);
const ATTEMPTS = 8;

/** A caller of the REST interface under one demo token; asks again, under the same key, what a busy service did not take. */
export function createApi(baseUrl: string, token: string): Api {
  const send = async <T>(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Answer<T>> => {
    for (let attempt = 1; ; attempt++) {
      const response = await request(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        body,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS + 1_000),
      });
      const text = await response.body.text();
      const { etag } = response.headers;
      if (!RETRY_STATUS.has(response.statusCode) || attempt === ATTEMPTS)
        return {
          status: response.statusCode,
          etag: typeof etag === "string" ? etag : null,
          body: (text === "" ? null : JSON.parse(text)) as T,
        };
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
    }
  };
  return {
    get: (path) => send("GET", path, {}, null),
    post: (path, body, headers = {}) =>
      send("POST", path, { "content-type": "application/json", "idempotency-key": randomUUID(), ...headers }, JSON.stringify(body)),
  };
}
