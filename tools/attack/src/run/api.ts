import { randomUUID } from "node:crypto";

export interface Answer {
  status: number;
  etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: the documented fields of many resources
  body: any;
}

const RETRY = new Set([502, 503, 504]);

/** One call of the REST interface as a demo user; a service that is not ready is asked again under the same key. */
export async function call(
  baseUrl: string,
  user: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const key = randomUUID();
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer demo-${user}`,
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (RETRY.has(response.status) && attempt < 6) {
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
      continue;
    }
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, etag: response.headers.get("etag") ?? "", body: isJson && text !== "" ? JSON.parse(text) : text };
  }
}
