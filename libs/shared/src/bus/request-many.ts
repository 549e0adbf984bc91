import { createInbox, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { AppError } from "../errors/index.ts";
import { toClientHeaders } from "./message-headers.ts";

/** Replies that may wait for a slow reader before the stream is given up. */
const BUFFER_LIMIT = 10_000;

export interface RequestManyOptions {
  idleMs: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  inboxPrefix: string;
}

/** Sends one request and yields every reply, until the reader leaves, the signal aborts or nothing came for `idleMs`. */
export async function* requestMany(
  connection: NatsConnection,
  subject: string,
  body: string,
  options: RequestManyOptions,
): AsyncGenerator<Msg> {
  const inbox = createInbox(options.inboxPrefix);
  const queue: Msg[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error) failure = error;
      else if (message.data.length === 0 && message.headers?.code === 503)
        failure = new AppError("unavailable", { detail: `nobody serves ${subject}` });
      else if (queue.length >= BUFFER_LIMIT) failure = new AppError("unavailable", { detail: "the reader of a reply stream is too slow" });
      else queue.push(message);
      wake();
    },
  });
  const onAbort = () => wake();
  options.signal?.addEventListener("abort", onAbort);
  try {
    const headers = toClientHeaders(options.headers);
    connection.publish(subject, body, { reply: inbox, ...(headers ? { headers } : {}) });
    for (;;) {
      if (options.signal?.aborted) return;
      const next = queue.shift();
      if (next) {
        yield next;
        continue;
      }
      if (failure) throw failure;
      const idle = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), options.idleMs);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (idle) return;
    }
  } finally {
    options.signal?.removeEventListener("abort", onAbort);
    subscription.unsubscribe();
  }
}
