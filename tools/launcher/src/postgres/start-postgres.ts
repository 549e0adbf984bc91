import { join } from "node:path";
import type { Supervised, Supervisor } from "../child/supervisor.ts";
import type { HomePaths } from "../home/home-paths.ts";
import { initCluster } from "./init-cluster.ts";
import { nativeFolder } from "./native-folder.ts";
import { placePostgres } from "./place-postgres.ts";
import { serverUser } from "./server-user.ts";
import { removeStalePidFile } from "./stale-pid-file.ts";
import { waitForPostgres } from "./wait-for-postgres.ts";

export interface RunningPostgres {
  adminUrl: string;
  supervised: Supervised;
  notice: string | null;
}

// No Unix socket: its path would have a length limit, and every client uses TCP. 300 connections cover ten replicas of everything.
const settings = (port: number): string[] =>
  Object.entries({
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "300",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Brings up the built-in Postgres on its port, creating its data folder at the first start, and waits until it answers. */
export async function startPostgres(supervisor: Supervisor, paths: HomePaths, port: number, password: string): Promise<RunningPostgres> {
  const user = serverUser();
  const place = placePostgres(nativeFolder(), paths.postgres, paths.home, user);
  initCluster(place.native, place.data, password, user);
  removeStalePidFile(place.data);
  const supervised = supervisor.start({
    role: "postgres",
    replica: 0,
    port,
    logFile: paths.log("postgres", 0),
    cwd: "/",
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    // SIGINT is Postgres's fast shutdown: sessions are ended, nothing is lost, the next start needs no recovery.
    stopSignal: "SIGINT",
    stopGraceMs: 20_000,
    run: {
      kind: "native",
      command: join(place.native, "bin", "postgres"),
      args: ["-D", place.data, ...settings(port)],
      ...(user ? { user: { uid: user.uid, gid: user.gid } } : {}),
    },
  });
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await waitForPostgres(adminUrl, supervised);
  return { adminUrl, supervised, notice: place.notice };
}
