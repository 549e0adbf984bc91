import type { ChildProcess } from "node:child_process";

/** A bound for a process that does not end by itself. */
const LIMIT_MS = 60_000;

/** Asks a process to end and waits until it has; one that hangs is killed after a minute. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  await exited;
  clearTimeout(limit);
}
