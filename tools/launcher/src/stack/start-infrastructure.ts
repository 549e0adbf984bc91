import { readFileSync } from "node:fs";
import { startBootstrapLoop } from "@quartermaster/shared/bus";
import { createLogger } from "@quartermaster/shared/log";
import type { Supervisor } from "../child/supervisor.ts";
import type { Progress } from "../cli/progress.ts";
import type { LauncherConfig } from "../config.ts";
import { businessNow, downtime, holdClocks, LAST_USEFUL_MOMENT, startHeartbeat } from "../databases/business-clock.ts";
import { loadPasswords, type Passwords } from "../databases/passwords.ts";
import { prepareDatabases } from "../databases/prepare-databases.ts";
import type { HomePaths } from "../home/home-paths.ts";
import { loadSealRing } from "../home/seal-ring.ts";
import { loadSigningKeys } from "../home/signing-keys.ts";
import { LaunchError } from "../launch-error.ts";
import { loadBusKeys } from "../nats/bus-keys.ts";
import { findNatsServer, type NatsServer } from "../nats/find-nats-server.ts";
import { NATS_VERSION } from "../nats/release.ts";
import { startNats, writeNatsConfig } from "../nats/start-nats.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { waitForPostgres } from "../postgres/wait-for-postgres.ts";
import type { Ports } from "../processes/ports.ts";

export interface InfrastructureOptions {
  repository: string;
  config: LauncherConfig;
  paths: HomePaths;
  ports: Ports;
  supervisor: Supervisor;
  progress: Progress;
}

export interface Infrastructure {
  adminUrl: string;
  natsUrl: string;
  passwords: Passwords;
  /** Stops the bus, then Postgres. */
  stop(): Promise<void>;
}

type StopStep = () => Promise<void>;

async function postgres(options: InfrastructureOptions, passwords: Passwords, stops: StopStep[]): Promise<string> {
  const { config, paths, ports, supervisor, progress } = options;
  if (config.QM_DATABASE_URL !== undefined) {
    const url = config.QM_DATABASE_URL;
    await progress.step(
      "Postgres",
      () => waitForPostgres(url, null),
      () => "the server of QM_DATABASE_URL",
    );
    return url;
  }
  const running = await progress.step(
    "Postgres",
    () => startPostgres(supervisor, paths, ports.postgres, passwords.get("postgres") ?? ""),
    () => `port ${ports.postgres}`,
  );
  stops.push(() => running.supervised.stop());
  if (running.notice) progress.say(`  ${running.notice}`);
  return running.adminUrl;
}

async function bus(options: InfrastructureOptions, server: NatsServer | null, stops: StopStep[]): Promise<string> {
  const { config, paths, ports, supervisor, progress } = options;
  const publicKeys = loadBusKeys(paths);
  if (server === null) {
    const file = writeNatsConfig(paths, ports.nats, NATS_VERSION, publicKeys);
    progress.say(`  using the bus of QM_NATS_URL; it must run with the accounts of ${file}`);
    return config.QM_NATS_URL ?? "";
  }
  const start = async (): Promise<void> => {
    const supervised = await startNats(supervisor, paths, ports.nats, server, publicKeys);
    stops.push(() => supervised.stop());
  };
  await progress.step("bus (nats-server)", start, () => `port ${ports.nats}, version ${server.version}`);
  return `nats://127.0.0.1:${ports.nats}`;
}

async function streams(options: InfrastructureOptions, natsUrl: string, stops: StopStep[]): Promise<void> {
  const log = createLogger({ service: "launcher" }, "error");
  const loop = startBootstrapLoop({ url: natsUrl, nkeySeed: readFileSync(options.paths.nkeySeed("bootstrap"), "utf8").trim(), log });
  stops.push(() => loop.stop());
  await options.progress.step("streams", async () => {
    const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), 20_000).unref());
    if ((await Promise.race([loop.ready, late])) === "late")
      throw new LaunchError("the streams could not be made on the bus", { logFile: options.paths.log("nats", 0) });
  });
}

async function clocks(options: InfrastructureOptions, adminUrl: string, stops: StopStep[]): Promise<void> {
  await holdClocks(adminUrl, downtime(options.paths.alive));
  const heartbeat = startHeartbeat(options.paths.alive);
  stops.push(async () => heartbeat.stop());
  const now = await businessNow(adminUrl, "demo");
  if (now && now.getTime() > LAST_USEFUL_MOMENT) {
    options.progress.say(
      `  Note: in the demo it is ${now.toISOString().slice(0, 16)}Z and its sailings are over. \`npm start -- --fresh\` or POST /v1/demo/reset starts a new week.`,
    );
  }
}

/** Brings up what the services stand on: keys, Postgres with every schema, the bus with every stream. Stops what it started when a part fails. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const stops: StopStep[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    // First, because it may be missing: then nothing has been started yet.
    const { config, paths, progress } = options;
    const server =
      config.QM_NATS_URL === undefined
        ? await findNatsServer({ cacheFolder: paths.bin, download: config.QM_DOWNLOAD, say: progress.say })
        : null;
    loadSigningKeys(paths);
    loadSealRing(paths);
    const passwords = loadPasswords(paths.passwords);
    const adminUrl = await postgres(options, passwords, stops);
    await options.progress.step(
      "databases",
      () => prepareDatabases(adminUrl, passwords, options.repository),
      (count) => (count === 0 ? "up to date" : `${count} migrations`),
    );
    await clocks(options, adminUrl, stops);
    const natsUrl = await bus(options, server, stops);
    await streams(options, natsUrl, stops);
    return { adminUrl, natsUrl, passwords, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
