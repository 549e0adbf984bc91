import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { LaunchError } from "../launch-error.ts";
import { identityOf, isAlive, type ProcessIdentity } from "./process-identity.ts";

export interface LockRecord extends ProcessIdentity {
  port: number;
  startedAt: string;
}

export interface HomeLock {
  release(): void;
}

/** Who holds the lock of a data folder; null when nobody alive does. */
export function lockHolder(path: string): LockRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, "utf8")) as LockRecord;
    return isAlive(record) ? record : null;
  } catch {
    return null;
  }
}

// Two starters may find the same stale lock: only the one that makes this folder may replace it.
function withTakeover<T>(path: string, work: () => T): T | undefined {
  const folder = `${path}.takeover`;
  try {
    mkdirSync(folder);
  } catch {
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 10_000)
      rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  try {
    return work();
  } finally {
    rmdirSync(folder);
  }
}

/**
 * Takes the data folder for this process. Neither nats-server nor a second launcher would notice that a folder is in use,
 * so nothing may touch it without this lock. The lock of a dead process is taken over.
 * @throws LaunchError when a living launcher holds it, naming the folder, its port and the ways out.
 */
export function lockHome(path: string, port: number): HomeLock {
  const record: LockRecord = { ...identityOf(process.pid), port, startedAt: new Date().toISOString() };
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 50; attempt++) {
    const holder = lockHolder(path);
    if (holder) {
      throw new LaunchError(
        `Quartermaster already runs from ${dirname(path)} (process ${holder.pid}, http://127.0.0.1:${holder.port}). Stop it first, or start a second one with a folder and ports of its own: QM_HOME=<folder> QM_HTTP_PORT=${holder.port + 1000}.`,
      );
    }
    const taken = withTakeover(path, () => {
      if (lockHolder(path)) return false;
      rmSync(path, { force: true });
      writeFileSync(path, JSON.stringify(record), { flag: "wx", mode: 0o644 });
      return true;
    });
    if (taken) return { release: () => rmSync(path, { force: true }) };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  throw new LaunchError(`the lock ${path} could not be taken; remove ${path}.takeover if no other start is under way`);
}
