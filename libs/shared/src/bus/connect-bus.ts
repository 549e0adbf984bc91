import { jetstream } from "@nats-io/jetstream";
import { AppError } from "../errors/index.ts";
import { busError } from "./bus-error.ts";
import { consumePushed } from "./consume-pushed.ts";
import { consumeTasks } from "./consume-tasks.ts";
import { CROSS_ACCOUNT_REPLY, toCoreMessage } from "./core-message.ts";
import { toClientHeaders } from "./message-headers.ts";
import { openConnection } from "./open-connection.ts";
import { requestMany } from "./request-many.ts";
import { serverAgeProblem } from "./server-age.ts";
import type { Bus, BusConsumer, ConnectBusOptions, CoreMessage } from "./types.ts";
import { endedWithin } from "./wait.ts";
import { watchConnection } from "./watch-connection.ts";

/** Roles reach the streams' API under this name: their own account would answer the usual one. */
const API_PREFIX = "qmjs";
const ANSWER_MS = 1_500;
const DRAIN_MS = 5_000;

/**
 * Connects a process to the bus under its role. Waits for a server that is not there yet; afterwards reconnects for ever.
 * @throws AppError unauthenticated when the server keeps refusing the key; config_invalid when it is too old.
 */
export async function connectBus(options: ConnectBusOptions): Promise<Bus> {
  const { log } = options;
  const inboxPrefix = `_INBOX_${options.role}`;
  const { url, name, nkeySeed } = options;
  const connection = await openConnection({ url, name, nkeySeed, inboxPrefix, log, ...(options.tls ? { tls: options.tls } : {}) });
  const tooOld = serverAgeProblem(url, connection.info?.version ?? "");
  if (tooOld !== null) {
    await connection.close();
    throw new AppError("config_invalid", { detail: tooOld });
  }
  const js = jetstream(connection, { apiPrefix: API_PREFIX, timeout: ANSWER_MS });
  const health = watchConnection(connection, log);
  const replyPrefixes = [CROSS_ACCOUNT_REPLY, ...(options.replyPrefixes ?? [])];
  const consumers = new Set<BusConsumer>();
  const keep = <T extends BusConsumer>(consumer: T): T => {
    consumers.add(consumer);
    return consumer;
  };

  return {
    async publish(subject, body, { msgId, headers, timeoutMs }) {
      const clientHeaders = toClientHeaders(headers);
      try {
        await js.publish(subject, body, {
          msgID: msgId,
          timeout: timeoutMs ?? ANSWER_MS,
          ...(clientHeaders ? { headers: clientHeaders } : {}),
        });
      } catch (error) {
        throw busError(error, `publish to ${subject}`);
      }
    },
    publishCore(subject, body, headers) {
      const clientHeaders = toClientHeaders(headers);
      try {
        connection.publish(subject, body, clientHeaders ? { headers: clientHeaders } : {});
      } catch (error) {
        log.warn({ err: error, subject }, "message could not be sent");
      }
    },
    subscribe(subject, handler, subscribeOptions) {
      const run = async (message: CoreMessage) => handler(message);
      const subscription = connection.subscribe(subject, {
        ...(subscribeOptions?.queue ? { queue: subscribeOptions.queue } : {}),
        callback: (error, message) => {
          if (error) return log.error({ err: error, subject }, "bus subscription failed");
          void run(toCoreMessage(message, replyPrefixes, log)).catch((failure: unknown) =>
            log.error({ err: failure, subject: message.subject }, "bus handler failed"),
          );
        },
      });
      return {
        async stop() {
          await endedWithin(subscription.drain(), DRAIN_MS);
        },
      };
    },
    async request(subject, body, { timeoutMs, headers }) {
      const clientHeaders = toClientHeaders(headers);
      try {
        const reply = await connection.request(subject, body, { timeout: timeoutMs, ...(clientHeaders ? { headers: clientHeaders } : {}) });
        return toCoreMessage(reply, [], log);
      } catch (error) {
        throw busError(error, `request to ${subject}`);
      }
    },
    async *requestMany(subject, body, manyOptions) {
      try {
        for await (const reply of requestMany(connection, subject, body, { ...manyOptions, inboxPrefix })) {
          const { respond: _none, ...message } = toCoreMessage(reply, replyPrefixes, log);
          yield message;
        }
      } catch (error) {
        throw busError(error, `request to ${subject}`);
      }
    },
    consume: async (stream, durable, handler, consumeOptions) => keep(consumePushed(js, stream, durable, handler, consumeOptions, log)),
    consumeTasks: async (stream, durable, handler, consumeOptions) => keep(consumeTasks(js, stream, durable, handler, consumeOptions, log)),
    async consumerInfo(stream, durable) {
      try {
        const info = await (await js.consumers.get(stream, durable)).info(true);
        return { pending: info.num_pending, ackPending: info.num_ack_pending, created: info.created };
      } catch (error) {
        throw busError(error, `look-up of ${stream}/${durable}`);
      }
    },
    health: () => ({ ...health, connected: health.connected && !connection.isClosed() }),
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop(DRAIN_MS)));
      if (connection.isClosed()) return;
      // Draining waits for a server that may be gone; closing must not.
      if (!health.connected || !(await endedWithin(connection.drain(), DRAIN_MS))) await connection.close();
    },
  };
}
