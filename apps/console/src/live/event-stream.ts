import { EventSourceParserStream } from "eventsource-parser/stream";
import type { FeedLine, JsonObject } from "../api/types.ts";
import { readToken } from "../session/token.ts";

export type StreamState = "connecting" | "live" | "reconnecting" | "offline" | "paused" | "ended";

export interface StreamOptions {
  path: string;
  /** Number of the last event already seen. */
  after?: number;
  onEvent(line: FeedLine): void;
  onState(state: StreamState): void;
  /** After a gap the reader has to look at the resource again. */
  onResync(): void;
  /** True when this event is the stream's last. */
  isLast?(line: FeedLine): boolean;
}

const SILENCE_LIMIT_MS = 45_000;
const LONGEST_PAUSE_MS = 30_000;

const parseData = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      window.clearTimeout(timer);
      resolve();
    });
  });

/** Bytes as they come, ended when the server stays silent for too long (it sends a comment every 15 s). */
function watched(body: ReadableStream<Uint8Array<ArrayBuffer>>, abort: () => void): ReadableStream<string> {
  let timer = window.setTimeout(abort, SILENCE_LIMIT_MS);
  const watch = new TransformStream<string, string>({
    transform(chunk, controller) {
      window.clearTimeout(timer);
      timer = window.setTimeout(abort, SILENCE_LIMIT_MS);
      controller.enqueue(chunk);
    },
    flush: () => window.clearTimeout(timer),
  });
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(watch);
}

/**
 * Reads a server-sent stream with a bearer token: `Last-Event-ID`, back-off of 1–30 s with jitter, watchdog, resync after a gap.
 * @returns stops reading.
 */
export function openEventStream(options: StreamOptions): () => void {
  const stopping = new AbortController();
  let last = options.after ?? 0;
  let failures = 0;
  const readOnce = async (): Promise<"ended" | "gap"> => {
    const connection = new AbortController();
    const signal = AbortSignal.any([connection.signal, stopping.signal]);
    const headers = new Headers({ accept: "text/event-stream" });
    const token = readToken();
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (last > 0) headers.set("last-event-id", String(last));
    const response = await fetch(options.path, { headers, signal, cache: "no-store", credentials: "omit" });
    if (response.status === 410) last = 0;
    if (!response.ok || !response.body) throw new Error(`stream ${response.status}`);
    options.onState("live");
    if (failures > 0) options.onResync();
    failures = 0;
    const events = watched(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, () => connection.abort()).pipeThrough(
      new EventSourceParserStream(),
    );
    const reader = events.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "gap";
      const id = Number(value.id ?? 0);
      const line: FeedLine = { id: Number.isFinite(id) ? id : 0, name: value.event ?? "message", data: parseData(value.data) };
      if (line.id > 0 && line.id <= last) continue;
      if (line.id > 0) last = line.id;
      options.onEvent(line);
      if (options.isLast?.(line)) return "ended";
    }
  };
  const run = async (): Promise<void> => {
    options.onState("connecting");
    while (!stopping.signal.aborted) {
      const outcome = await readOnce().catch((): "gap" => "gap");
      if (stopping.signal.aborted) return;
      if (outcome === "ended") return options.onState("ended");
      failures += 1;
      options.onState(navigator.onLine ? "reconnecting" : "offline");
      const wait = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** Math.min(failures - 1, 5));
      await pause(wait / 2 + Math.random() * (wait / 2), stopping.signal);
    }
  };
  void run();
  return () => stopping.abort();
}
