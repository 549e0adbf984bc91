import type { JsMsg } from "@nats-io/jetstream";
import type { Logger } from "../log/index.ts";
import { handleDelivery } from "./handle-delivery.ts";
import type { BusConsumer, BusHandler, ConsumeOptions } from "./types.ts";
import { endedWithin } from "./wait.ts";

/** Longest time that a handler may go on after its signal aborted before the consumer stops waiting for it. */
const AFTER_ABORT_MS = 1_000;

export interface ConsumerState extends BusConsumer {
  /** Aborts when no more messages are to be taken. */
  readonly stopping: AbortSignal;
  /** Runs the handler for a delivery; gives it back at once when the consumer is stopping. */
  handle(delivery: JsMsg): Promise<void>;
}

/** The part that both kinds of consumers share: running handlers, counting them, and stopping in order. */
export function createConsumerState(handler: BusHandler, options: ConsumeOptions, log: Logger): ConsumerState {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    stopping: stopping.signal,
    get inflight() {
      return running.size;
    },
    async handle(delivery) {
      if (stopping.signal.aborted) return delivery.nak();
      const run = handleDelivery(delivery, handler, { signal: aborting.signal, log, onDeadLetter: options.onDeadLetter });
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    async stop(graceMs = 25_000) {
      stopping.abort();
      const done = await endedWithin(Promise.all(running), graceMs);
      aborting.abort();
      if (!done) await endedWithin(Promise.all(running), AFTER_ABORT_MS);
    },
  };
}
