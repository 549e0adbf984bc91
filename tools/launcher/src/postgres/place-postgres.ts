import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { canReach, type ServerUser } from "./server-user.ts";

/** Where the binaries and the data of Postgres are. */
export interface PostgresPlace {
  native: string;
  data: string;
  /** One line for the person when something is elsewhere than expected. */
  notice: string | null;
}

/** Folder outside the clone, for a server user who cannot reach the clone or QM_HOME. */
export const elsewhere = (home: string): string =>
  join("/var/lib/quartermaster", createHash("sha256").update(home).digest("hex").slice(0, 16));

function copyBinaries(from: string, to: string): void {
  const stamp = join(to, "copied-from");
  const version = `${from}\n${readFileSync(join(dirname(from), "package.json"), "utf8")}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  writeFileSync(stamp, version);
}

// Postgres refuses data of another owner, which an earlier start by another user leaves behind.
function handOver(data: string, user: ServerUser): void {
  if (statSync(data).uid === user.uid) return;
  spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, data], { stdio: "ignore", timeout: 60_000 });
}

/**
 * Decides where Postgres runs from. An ordinary user uses the clone and QM_HOME as they are. Root needs another user for it;
 * if that user cannot reach the binaries or the data folder (a home of mode 0700), both go to /var/lib/quartermaster.
 */
export function placePostgres(native: string, data: string, home: string, user: ServerUser | null): PostgresPlace {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (!user) return { native, data, notice: null };
  handOver(data, user);
  const reachable = canReach(user, join(native, "bin", "postgres"), "x") && canReach(user, data, "w");
  if (reachable) return { native, data, notice: null };
  const base = elsewhere(home);
  const place = { native: join(base, "native"), data: join(base, "data") };
  for (const folder of [dirname(base), base]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  mkdirSync(place.data, { recursive: true, mode: 0o700 });
  handOver(place.data, user);
  copyBinaries(native, place.native);
  return { ...place, notice: `Postgres runs as ${user.name}, who cannot reach ${home}: its programs and data are in ${base}` };
}
