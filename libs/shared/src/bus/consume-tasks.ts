import type { Consumer, JetStreamClient } from "@nats-io/jetstream";
import type { Logger } from "../log/index.ts";
import { createConsumerState } from "./consumer-state.ts";
import { loopDelayMs } from "./delivery-policy.ts";
import type { BusConsumer, BusHandler, ConsumeOptions } from "./types.ts";
import { wait } from "./wait.ts";

const PULL_EXPIRES_MS = 5_000;

/**
 * Long work: every slot pulls one message at a time, so nothing waits in this process while its time to acknowledge runs.
 * A missing stream or consumer, missed heartbeats and lost connections are waited out.
 */
export function consumeTasks(
  js: JetStreamClient,
  stream: string,
  durable: string,
  handler: BusHandler,
  options: ConsumeOptions,
  log: Logger,
): BusConsumer {
  const state = createConsumerState(handler, options, log);
  const slot = async () => {
    let consumer: Consumer | undefined;
    for (let failures = 0; !state.stopping.aborted; ) {
      try {
        consumer ??= await js.consumers.get(stream, durable);
        const delivery = await consumer.next({ expires: PULL_EXPIRES_MS });
        failures = 0;
        if (delivery) await state.handle(delivery);
      } catch (error) {
        if (state.stopping.aborted) return;
        if (failures++ === 3) log.warn({ err: error, stream, durable }, "pulling fails; going on");
        // Looked up anew: the durable may have been created again meanwhile.
        consumer = undefined;
        await wait(loopDelayMs(failures), state.stopping);
      }
    }
  };
  for (let i = 0; i < options.slots; i++) void slot();
  return state;
}
