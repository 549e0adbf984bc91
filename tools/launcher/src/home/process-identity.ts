import { readFileSync } from "node:fs";

/** A process as recorded: pids are reused, so the kernel's start time goes with them where there is one. */
export interface ProcessIdentity {
  pid: number;
  startTicks: string | null;
}

/** Reads when a process started, in kernel ticks; null where the system does not say. */
export function startTicksOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may hold spaces and parentheses: fields count from after the last ")".
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, startTicks: startTicksOf(pid) });

/** True when the very process that was recorded still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  if (process.platform !== "linux" || identity.startTicks === null) return true;
  return startTicksOf(identity.pid) === identity.startTicks;
}
