import type { ConsumerMessages, JetStreamClient } from "@nats-io/jetstream";
import type { Logger } from "../log/index.ts";
import { createConsumerState } from "./consumer-state.ts";
import { loopDelayMs } from "./delivery-policy.ts";
import type { BusConsumer, BusHandler, ConsumeOptions } from "./types.ts";
import { wait } from "./wait.ts";

/** Short, so that the reply mapping between accounts never outlives a pull. */
const PULL_EXPIRES_MS = 10_000;
/** Rounds of missed heartbeats (each about 10 s) after which the consumer is set up anew. */
const MISSED_LIMIT = 2;

/** Ends the batch when the server stays silent: the outer loop then starts again from a fresh look-up. */
async function watchSilence(messages: ConsumerMessages): Promise<void> {
  for await (const status of messages.status()) {
    if (status.type === "heartbeats_missed" && status.count >= MISSED_LIMIT) messages.stop();
    else if (status.type === "consumer_deleted" || status.type === "consumer_not_found" || status.type === "stream_not_found")
      messages.stop();
  }
}

/**
 * Short handlers: the server pushes batches, at most `slots` handlers run at once. Prefetched messages age, so handlers
 * must take milliseconds. A missing stream or consumer, missed heartbeats and lost connections are waited out.
 */
export function consumePushed(
  js: JetStreamClient,
  stream: string,
  durable: string,
  handler: BusHandler,
  options: ConsumeOptions,
  log: Logger,
): BusConsumer {
  const state = createConsumerState(handler, options, log);
  const takeAll = async (messages: ConsumerMessages, onMessage: () => void) => {
    const running = new Set<Promise<void>>();
    for await (const delivery of messages) {
      onMessage();
      const run = state.handle(delivery);
      running.add(run);
      void run.finally(() => running.delete(run));
      if (running.size >= options.slots) await Promise.race(running);
    }
  };
  const loop = async () => {
    for (let failures = 0; !state.stopping.aborted; ) {
      try {
        const consumer = await js.consumers.get(stream, durable);
        const messages = await consumer.consume({
          max_messages: Math.max(8, options.slots * 2),
          expires: PULL_EXPIRES_MS,
          abort_on_missing_resource: true,
        });
        const stop = () => messages.stop();
        state.stopping.addEventListener("abort", stop, { once: true });
        if (state.stopping.aborted) stop();
        void watchSilence(messages).catch(() => {});
        await takeAll(messages, () => {
          failures = 0;
        }).finally(() => {
          state.stopping.removeEventListener("abort", stop);
          messages.stop();
        });
      } catch (error) {
        if (failures === 3 && !state.stopping.aborted) log.warn({ err: error, stream, durable }, "consuming fails; going on");
      }
      if (!state.stopping.aborted) await wait(loopDelayMs(failures++), state.stopping);
    }
  };
  void loop();
  return state;
}
