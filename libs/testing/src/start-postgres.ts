import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { endWithThisProcess } from "./end-with-this-process.ts";
import { freePort } from "./free-port.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";
import { until } from "./until.ts";

export interface TestPostgres {
  /** Superuser connection to the `postgres` database. */
  adminUrl: string;
  stop(): Promise<void>;
}

/** A crash of the machine may lose test data: nothing here needs to outlive it. */
const SETTINGS = [
  "fsync=off",
  "full_page_writes=off",
  "max_connections=300",
  "shared_buffers=64MB",
  "unix_socket_directories=",
  "listen_addresses=127.0.0.1",
  "timezone=UTC",
];

async function answers(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes an empty cluster owned by the user that the server runs as. */
function createCluster(binaries: string, home: string, password: string): string {
  const user = unprivilegedUser();
  if (user) chownSync(home, user.uid, user.gid);
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const data = join(home, "data");
  const args = [
    "-D",
    data,
    "-U",
    "postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  execFileSync(join(binaries, "bin", "initdb"), args, { ...user, cwd: home, stdio: ["ignore", "ignore", "pipe"], timeout: 60_000 });
  return data;
}

/**
 * A real Postgres for tests: the server of TEST_DATABASE_URL, or an embedded one with a temporary cluster. As root it runs
 * as an unprivileged user.
 */
export async function startPostgres(): Promise<TestPostgres> {
  if (process.env.TEST_DATABASE_URL) return { adminUrl: process.env.TEST_DATABASE_URL, stop: async () => {} };
  const binaries = postgresBinaries();
  const home = mkdtempSync(join(tmpdir(), "qm-pg-"));
  const password = randomBytes(12).toString("hex");
  const data = createCluster(binaries, home, password);
  const port = await freePort();
  const log = join(data, "server.log");
  const settings = [...SETTINGS, `port=${port}`, "logging_collector=on", "log_directory=.", "log_filename=server.log"].flatMap(
    (setting) => ["-c", setting],
  );
  const child = spawn(join(binaries, "bin", "postgres"), ["-D", data, ...settings], { ...unprivilegedUser(), cwd: home, stdio: "ignore" });
  endWithThisProcess(child, "QUIT");
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    const gone = child.exitCode === null ? new Promise<void>((resolve) => child.once("exit", () => resolve())) : Promise.resolve();
    // Immediate shutdown: the cluster is thrown away.
    child.kill("SIGQUIT");
    await gone;
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await until(() => child.exitCode !== null || answers(adminUrl), { timeoutMs: 30_000, everyMs: 100, what: "Postgres" });
    if (child.exitCode !== null) throw new Error(`Postgres did not start: ${readFileSync(log, "utf8").slice(-2_000)}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}
