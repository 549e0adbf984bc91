import type { BusMessage } from "@quartermaster/shared/bus";
import { NakLater } from "@quartermaster/shared/bus";
import { AppError } from "@quartermaster/shared/errors";
import type { Faults } from "./faults.ts";
import type { Random } from "./random.ts";
import type { Process, Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";

/** As the product's consumers have it: unconfirmed for this long, a message comes again, also while its handler still runs. */
const ACK_WAIT_MS = 15_000;
const RETRY_MS = 1_000;

export interface Consumer {
  name: string;
  takes(subject: string): boolean;
  replicas: readonly { process: Process; handle(message: BusMessage): Promise<void> }[];
  /** True when handlers are said to be done before they ran: a planted bug. */
  acksFirst?: boolean;
}

export interface Server {
  answers(subject: string): boolean;
  replicas: readonly { process: Process; answer(body: string): Promise<string> }[];
}

interface Stored {
  id: number;
  subject: string;
  body: string;
  msgId: string;
}

interface Pending {
  message: Stored;
  consumer: Consumer;
  deliveries: number;
  acked: boolean;
}

export interface SimulatedBus {
  consume(consumer: Consumer): void;
  serve(server: Server): void;
  /** @throws AppError unavailable when the stream does not confirm. */
  publish(process: Process, subject: string, body: string, msgId: string): Promise<void>;
  /** @throws AppError timeout */
  request(process: Process, subject: string, body: string, timeoutMs: number): Promise<{ body: string }>;
}

export interface BusParts {
  scheduler: Scheduler;
  faults: Faults;
  random: Random;
  trace: Trace;
  broker: Process;
  onError(where: string, error: unknown): void;
  /** A consumer told the broker that a message is done. */
  onAck(consumer: string, body: string): void;
}

/** At-least-once streams and request/reply that drop, repeat, reorder and delay. */
export function createSimulatedBus(parts: BusParts): SimulatedBus {
  const { scheduler, faults, random, trace, broker } = parts;
  const consumers: Consumer[] = [];
  const servers: Server[] = [];
  const msgIds = new Set<string>();
  let serial = 0;

  const ack = (pending: Pending, ackLost: boolean): void => {
    if (ackLost || pending.acked) return;
    pending.acked = true;
    parts.onAck(pending.consumer.name, pending.message.body);
  };
  const again = (pending: Pending, afterMs: number): void => scheduler.ready(broker, () => deliver(pending), afterMs);

  async function handle(pending: Pending, replica: Consumer["replicas"][number], ackLost: boolean): Promise<void> {
    const { message, consumer } = pending;
    const headers = new Map<string, string>();
    const { subject, body, id } = message;
    if (consumer.acksFirst) ack(pending, ackLost);
    try {
      await replica.handle({ subject, body, headers, deliveryCount: pending.deliveries, stream: "simulated", sequence: id });
      ack(pending, ackLost);
    } catch (error) {
      // Whole seconds: the product adds jitter that no seed fixes.
      if (error instanceof NakLater)
        return again(pending, error.delayMs < 1_000 ? error.delayMs : Math.floor(error.delayMs / 1_000) * 1_000);
      const isFinal = AppError.isInstance(error) && !error.retryable;
      const isDatabase = typeof error === "object" && error !== null && "code" in error;
      if (!AppError.isInstance(error) && !isDatabase) parts.onError(`${consumer.name} handling ${subject}`, error);
      if (!isFinal) return again(pending, RETRY_MS);
      trace.add(scheduler.now, consumer.name, `refuses ${subject} for good: ${error.code} ${error.message}`);
      pending.acked = true;
    }
  }

  function deliver(pending: Pending): void {
    if (pending.acked) return;
    const { copies, delayMs, ackLost } = faults.delivery();
    again(pending, ACK_WAIT_MS + delayMs);
    for (let copy = 0; copy < copies; copy++) {
      scheduler.ready(
        broker,
        () => {
          const alive = pending.consumer.replicas.filter((replica) => replica.process.alive);
          if (pending.acked || alive.length === 0) return;
          const replica = random.pick(alive);
          pending.deliveries += 1;
          trace.add(scheduler.now, replica.process.name, `takes ${pending.message.subject} #${pending.message.id} (${pending.deliveries})`);
          void handle(pending, replica, ackLost);
        },
        delayMs + (copy === 0 ? 0 : random.below(3_000)),
      );
    }
  }

  function store(subject: string, body: string, msgId: string): void {
    if (msgIds.has(msgId)) return;
    msgIds.add(msgId);
    // The window of the stream's own de-duplication: two minutes.
    scheduler.ready(broker, () => msgIds.delete(msgId), 120_000);
    serial += 1;
    const message = { id: serial, subject, body, msgId };
    for (const consumer of consumers) {
      if (!consumer.takes(subject)) continue;
      if (faults.forgets()) trace.add(scheduler.now, "broker", `forgets ${subject} #${serial} for ${consumer.name}`);
      else deliver({ message, consumer, deliveries: 0, acked: false });
    }
  }

  async function answer(server: Server, body: string, reply: (text: string) => void): Promise<void> {
    const alive = server.replicas.filter((replica) => replica.process.alive);
    if (alive.length === 0) return;
    try {
      reply(await random.pick(alive).answer(body));
    } catch (error) {
      const isKnown = AppError.isInstance(error) || (typeof error === "object" && error !== null && "code" in error);
      if (!isKnown) parts.onError("answering a request", error);
    }
  }

  return {
    consume: (consumer) => consumers.push(consumer),
    serve: (server) => servers.push(server),
    async publish(process, subject, body, msgId) {
      await scheduler.pause(process);
      const fate = faults.publish();
      if (fate !== "dropped") store(subject, body, msgId);
      await scheduler.pause(process);
      if (fate !== "stored") throw new AppError("unavailable", { detail: "the stream did not confirm" });
    },
    request: (process, subject, body, timeoutMs) =>
      new Promise((resolve, reject) => {
        const { isLost, replyLost, delayMs } = faults.request();
        const { life } = process;
        let settled = false;
        // An answer to a process that died meanwhile finds nobody.
        const once = (work: () => void) => () => {
          if (!settled && process.life === life) work();
          settled = true;
        };
        scheduler.ready(
          process,
          once(() => reject(new AppError("timeout", { detail: `${subject} had no answer` }))),
          timeoutMs,
        );
        const server = servers.find((candidate) => candidate.answers(subject));
        if (server === undefined || isLost) return;
        const reply = (text: string): void => {
          if (!replyLost)
            scheduler.ready(
              process,
              once(() => resolve({ body: text })),
            );
        };
        scheduler.ready(broker, () => void answer(server, body, reply), delayMs);
      }),
  };
}
