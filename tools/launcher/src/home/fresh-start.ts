import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "./home-paths.ts";

// A downloaded nats-server is no data, and the lock is what allows this very removal.
const KEPT = new Set(["bin", "launcher.lock"]);

/** Removes the data of a stack, here and where Postgres keeps it. Call only under the folder's lock. */
export function freshStart(paths: HomePaths, postgresData: readonly string[]): void {
  if (existsSync(paths.home)) {
    for (const name of readdirSync(paths.home)) if (!KEPT.has(name)) rmSync(join(paths.home, name), { recursive: true, force: true });
  }
  for (const folder of postgresData) rmSync(folder, { recursive: true, force: true });
}
