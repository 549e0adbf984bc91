import { FAULT_POINTS, type FaultPoint } from "./fault-points.ts";

/** Called at a named place of the code; does nothing unless a test asked for a fault there. */
export type ReachFaultPoint = (point: FaultPoint) => Promise<void>;

const none: ReachFaultPoint = async () => {};

/**
 * Reads QM_FAULT. Kill and stop act on this very process with SIGKILL or SIGSTOP, so nothing after the point runs.
 * @throws Error when the text names no known point or action: a misspelt fault would make a test that cannot fail.
 */
export function createFaults(spec: string | undefined, enabled: boolean): ReachFaultPoint {
  if (!spec || !enabled) return none;
  const faults = spec.split(",").map((text) => {
    const [point, action, amount, occurrence] = text.split(":");
    if (!FAULT_POINTS.includes(point as FaultPoint)) throw new Error(`QM_FAULT names no known point: ${text}`);
    if (action !== "kill" && action !== "stop" && action !== "delay") throw new Error(`QM_FAULT needs kill, stop or delay: ${text}`);
    const nth = occurrence === undefined ? null : Number(occurrence);
    return { point, action, amount: amount === undefined ? 1 : Number(amount), nth, seen: 0 };
  });
  return async (point) => {
    for (const fault of faults) {
      if (fault.point !== point) continue;
      fault.seen++;
      if (fault.action === "delay") {
        if (fault.nth === null || fault.nth === fault.seen) await new Promise((resolve) => setTimeout(resolve, fault.amount));
      } else if (fault.seen === fault.amount) process.kill(process.pid, fault.action === "kill" ? "SIGKILL" : "SIGSTOP");
    }
  };
}
