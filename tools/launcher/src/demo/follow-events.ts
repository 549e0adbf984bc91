import { createParser } from "eventsource-parser";
import { request } from "undici";
import type { ApiClient } from "./api-client.ts";

export interface FeedLine {
  id: number;
  name: string;
  data: Record<string, unknown>;
}

const LONGEST_MS = 180_000;

async function readStream(
  client: ApiClient,
  requestId: string,
  after: number,
  onLine: (line: FeedLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(`${client.baseUrl}/v1/requests/${requestId}/events`, {
    headers: { authorization: client.authorization, accept: "text/event-stream", ...(after > 0 ? { "last-event-id": String(after) } : {}) },
    headersTimeout: 10_000,
    bodyTimeout: 40_000,
    signal,
  });
  if (response.statusCode !== 200) throw new Error(`the event stream answers ${response.statusCode}`);
  const parser = createParser({
    onEvent: (event) =>
      onLine({ id: Number(event.id ?? 0), name: event.event ?? "message", data: JSON.parse(event.data) as Record<string, unknown> }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body as AsyncIterable<Buffer>) parser.feed(decoder.decode(chunk, { stream: true }));
}

/**
 * Follows a request's live feed to its end, each line once and in order. A broken stream is taken up after the last line seen.
 * @returns stop: ends following; done: resolves at the final event.
 */
export function followEvents(
  client: ApiClient,
  requestId: string,
  onLine: (line: FeedLine) => void,
): { done: Promise<void>; stop(): void } {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    let last = 0;
    let ended = false;
    for (const end = Date.now() + LONGEST_MS; !ended && !stopping.signal.aborted && Date.now() < end; ) {
      await readStream(
        client,
        requestId,
        last,
        (line) => {
          if (line.id <= last) return;
          last = line.id;
          ended = line.name === "request.completed";
          onLine(line);
        },
        stopping.signal,
      ).catch(() => {});
      if (!ended) await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return { done: run(), stop: () => stopping.abort() };
}
