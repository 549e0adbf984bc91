import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a `postmaster.pid` that a killed server left, when its number now belongs to another program: Postgres itself only
 * recognises a number that belongs to nobody, and in a container the same numbers come back at every start.
 */
export function removeStalePidFile(data: string): void {
  const path = join(data, "postmaster.pid");
  let pid: number;
  try {
    pid = Number(readFileSync(path, "utf8").split("\n")[0]);
  } catch {
    return;
  }
  try {
    if (readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres")) return;
  } catch {
    if (process.platform !== "linux") return;
  }
  rmSync(path, { force: true });
}
