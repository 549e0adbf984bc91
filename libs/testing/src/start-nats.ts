import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BUS_USERS,
  type Bus,
  type BusKey,
  bootstrapStreams,
  connectBus,
  createBusKey,
  generateNatsConfig,
  openConnection,
} from "@quartermaster/shared/bus";
import type { Logger } from "@quartermaster/shared/log";
import { endWithThisProcess } from "./end-with-this-process.ts";
import { findNatsServer } from "./find-nats-server.ts";
import { freePort } from "./free-port.ts";
import { quietLog } from "./quiet-log.ts";
import { until } from "./until.ts";

export interface TestNats {
  url: string;
  version: string;
  /** nkey seed of every bus user. */
  seeds: Readonly<Record<string, string>>;
  /** Connects under a role; closed by `stop`. */
  bus(role: string, options?: { name?: string; log?: Logger }): Promise<Bus>;
  /** Creates what is missing of the streams and durables. */
  bootstrap(): Promise<string[]>;
  /** Empties a stream: no message of before reaches whoever starts next. */
  purge(stream: string): Promise<void>;
  /** Ends the server without warning; its store stays. */
  kill(): Promise<void>;
  /** Starts the server again on the same port and store; `emptyStore` loses the streams first. */
  restart(options?: { emptyStore?: boolean }): Promise<void>;
  /** Closes the connections, stops the server and removes its files. */
  stop(): Promise<void>;
}

export interface StartNatsOptions {
  port?: number;
  /** False leaves the streams to the test. */
  bootstrap?: boolean;
}

type Connection = Awaited<ReturnType<typeof openConnection>>;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket
      .on("connect", () => end(true))
      .on("error", () => end(false))
      .on("timeout", () => end(false));
  });

/** Does something over a connection of the bootstrap user, who owns the streams. */
async function asOwner<T>(url: string, seed: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openConnection({ url, name: "bootstrap", nkeySeed: seed, inboxPrefix: "_INBOX_bootstrap", log: quietLog() });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Streams in order. */
const bootstrap = (url: string, seed: string): Promise<string[]> =>
  asOwner(url, seed, async (connection) => {
    const { done } = await until(async () => ({ done: await bootstrapStreams(connection) }), { what: "the streams" });
    return done;
  });

/** Empties a stream; what was delivered and not acknowledged does not come again. */
const purge = (url: string, seed: string, stream: string): Promise<void> =>
  asOwner(url, seed, async (connection) => {
    const answer = await connection.request(`$JS.API.STREAM.PURGE.${stream}`, "", { timeout: 5_000 });
    if (answer.json<{ success?: boolean }>().success !== true) throw new Error(`${stream} was not emptied: ${answer.string()}`);
  });

/** A server process on a port of its own with a store of its own. */
function createServerProcess(port: number, keys: Record<string, BusKey>) {
  const { path, version } = findNatsServer();
  const home = mkdtempSync(join(tmpdir(), "qm-nats-"));
  const storeDir = join(home, "store");
  const configFile = join(home, "nats.conf");
  const publicKeys = Object.fromEntries(Object.entries(keys).map(([user, key]) => [user, key.publicKey]));
  writeFileSync(configFile, generateNatsConfig({ host: "127.0.0.1", port, storeDir, serverVersion: version, publicKeys }), { mode: 0o600 });
  let child: ChildProcess | undefined;
  const start = async () => {
    mkdirSync(storeDir, { recursive: true });
    const started = spawn(path, ["-c", configFile, "-l", join(home, "nats.log")], { stdio: "ignore" });
    child = started;
    endWithThisProcess(started, "KILL");
    await until(() => started.exitCode !== null || accepts(port), { what: "nats-server" });
    if (started.exitCode !== null)
      throw new Error(`nats-server did not start: ${readFileSync(join(home, "nats.log"), "utf8").slice(-2_000)}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => ending.once("exit", () => resolve()));
    ending.kill(signal);
    await gone;
  };
  return {
    version,
    start,
    end,
    clearStore: () => rmSync(storeDir, { recursive: true, force: true }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Buses handed out by a test server, closed together. */
function createBuses(url: string, seeds: Readonly<Record<string, string>>) {
  const buses: Bus[] = [];
  return {
    async open(role: string, options: { name?: string; log?: Logger } = {}): Promise<Bus> {
      const seed = seeds[role];
      if (seed === undefined) throw new Error(`there is no bus role ${role}`);
      const bus = await connectBus({ url, role, name: options.name ?? `${role}-test`, nkeySeed: seed, log: options.log ?? quietLog(role) });
      buses.push(bus);
      return bus;
    },
    close: async () => void (await Promise.allSettled(buses.map((bus) => bus.close()))),
  };
}

/** A server that runs already: TEST_NATS_URL, seeds in TEST_NATS_SEED_DIR/<role>.nk. It cannot be killed from here. */
async function useRunning(url: string): Promise<TestNats> {
  const folder = process.env.TEST_NATS_SEED_DIR;
  if (!folder) throw new Error("TEST_NATS_URL needs TEST_NATS_SEED_DIR, the folder with <role>.nk files");
  const users = BUS_USERS.filter((user) => user !== "sys");
  const seeds = Object.fromEntries(users.map((user) => [user, readFileSync(join(folder, `${user}.nk`), "utf8").trim()]));
  const buses = createBuses(url, seeds);
  const refuse = async () => {
    throw new Error("a server given by TEST_NATS_URL is not controlled by the tests");
  };
  await bootstrap(url, seeds.bootstrap ?? "");
  return {
    url,
    version: "unknown",
    seeds,
    bus: buses.open,
    bootstrap: () => bootstrap(url, seeds.bootstrap ?? ""),
    purge: (stream) => purge(url, seeds.bootstrap ?? "", stream),
    kill: refuse,
    restart: refuse,
    stop: buses.close,
  };
}

/**
 * Starts a real nats-server with the product's own configuration: accounts, permissions, streams. With TEST_NATS_URL a
 * running one is used.
 * @throws Error that says how to install nats-server when there is none.
 */
export async function startNats(options: StartNatsOptions = {}): Promise<TestNats> {
  if (process.env.TEST_NATS_URL) return useRunning(process.env.TEST_NATS_URL);
  const port = options.port ?? (await freePort());
  const url = `nats://127.0.0.1:${port}`;
  const keys = Object.fromEntries(BUS_USERS.map((user) => [user, createBusKey()]));
  const seeds = Object.fromEntries(Object.entries(keys).map(([user, key]) => [user, key.seed]));
  const server = createServerProcess(port, keys);
  const buses = createBuses(url, seeds);
  await server.start();
  if (options.bootstrap !== false) await bootstrap(url, seeds.bootstrap ?? "");
  return {
    url,
    version: server.version,
    seeds,
    bus: buses.open,
    bootstrap: () => bootstrap(url, seeds.bootstrap ?? ""),
    purge: (stream) => purge(url, seeds.bootstrap ?? "", stream),
    kill: () => server.end("SIGKILL"),
    async restart({ emptyStore } = {}) {
      await server.end("SIGTERM");
      if (emptyStore) server.clearStore();
      await server.start();
    },
    async stop() {
      await buses.close();
      await server.end("SIGTERM");
      server.remove();
    },
  };
}
