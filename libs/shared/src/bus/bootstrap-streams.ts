import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "../log/index.ts";
import { openConnection } from "./open-connection.ts";
import { BOOTSTRAP_ROLE } from "./roles.ts";
import { DURABLE_SETTINGS, type DurableSettings, durableConfig, STREAM_SETTINGS, type StreamSettings } from "./topology.ts";
import { endedWithin, wait } from "./wait.ts";

export interface BootstrapOptions {
  url: string;
  /** Seed of the `bootstrap` user. */
  nkeySeed: string;
  log: Logger;
  tls?: { caFile: string };
  everyMs?: number;
}

export interface BootstrapLoop {
  /** Resolves when everything existed for the first time. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const isCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;

/** Names of the wanted settings that the server has otherwise. */
function differences(wanted: object, actual: object): string[] {
  const have = actual as Record<string, unknown>;
  return Object.entries(wanted).flatMap(([name, value]) => (JSON.stringify(have[name]) === JSON.stringify(value) ? [] : [name]));
}

async function ensureStream(jsm: JetStreamManager, wanted: StreamSettings): Promise<string | null> {
  const info = await jsm.streams.info(wanted.name).catch((error: unknown) => {
    if (isCode(error, JetStreamApiCodes.StreamNotFound)) return null;
    throw error;
  });
  if (info === null) {
    await jsm.streams.add(wanted);
    return `created ${wanted.name}`;
  }
  const changed = differences(wanted, info.config);
  if (changed.length === 0) return null;
  await jsm.streams.update(wanted.name, wanted);
  return `updated ${wanted.name}: ${changed.join(", ")}`;
}

async function ensureDurable(jsm: JetStreamManager, settings: DurableSettings): Promise<string | null> {
  const wanted = durableConfig(settings);
  const name = `${settings.stream}/${settings.durable}`;
  const info = await jsm.consumers.info(settings.stream, settings.durable).catch((error: unknown) => {
    if (isCode(error, JetStreamApiCodes.ConsumerNotFound)) return null;
    throw error;
  });
  if (info === null) {
    await jsm.consumers.add(settings.stream, wanted);
    return `created ${name}`;
  }
  const changed = differences(wanted, info.config);
  if (changed.length === 0) return null;
  await jsm.consumers.update(settings.stream, settings.durable, wanted);
  return `updated ${name}: ${changed.join(", ")}`;
}

/**
 * Makes every stream and durable that is missing and corrects changed limits; deletes nothing. Safe to run at any time and
 * from several places.
 * @returns what was done; empty when everything was in order.
 */
export async function bootstrapStreams(connection: NatsConnection): Promise<string[]> {
  const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
  const done: string[] = [];
  for (const settings of STREAM_SETTINGS) {
    const what = await ensureStream(jsm, settings);
    if (what !== null) done.push(what);
    // At once: an interest stream acknowledges and drops what comes before its durables. What falls into the gap is asked for again.
    for (const durable of DURABLE_SETTINGS.filter(({ stream }) => stream === settings.name)) {
      const made = await ensureDurable(jsm, durable);
      if (made !== null) done.push(made);
    }
  }
  return done;
}

/** Keeps streams and durables in being: looks every 10 s, so that a lost store recovers by itself. */
export function startBootstrapLoop(options: BootstrapOptions): BootstrapLoop {
  const { log } = options;
  const stopping = new AbortController();
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const run = async () => {
    const connection = await openConnection({
      ...options,
      name: BOOTSTRAP_ROLE,
      inboxPrefix: `_INBOX_${BOOTSTRAP_ROLE}`,
      signal: stopping.signal,
    });
    let isReady = false;
    while (!stopping.signal.aborted) {
      try {
        const done = await bootstrapStreams(connection);
        if (done.length > 0) log.info({ done }, "streams brought in order");
        if (!isReady) markReady();
        isReady = true;
      } catch (error) {
        log.warn({ err: error }, "streams could not be checked; trying again");
      }
      await wait(isReady ? (options.everyMs ?? 10_000) : 500, stopping.signal);
    }
    await connection.close();
  };
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, "streams cannot be brought in order");
  });
  return {
    ready,
    async stop() {
      stopping.abort();
      await endedWithin(running, 6_000);
    },
  };
}
