import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "./random.ts";
import type { ChaosStack, Running } from "./start-stack.ts";
import { until } from "./until.ts";

export type Fault = "kill" | "pause" | "bus_restart" | "bus_erased" | "database_restart";

/** Faults with how often each is chosen. */
const WEIGHTS: readonly (readonly [Fault, number])[] = [
  ["kill", 10],
  ["pause", 4],
  ["bus_restart", 2],
  ["bus_erased", 1],
  ["database_restart", 1],
];
const CHOICES = WEIGHTS.flatMap(([fault, weight]) => Array.from({ length: weight }, () => fault));
const SERVICES = new Set(["coordinator", "approvals", "supply", "transit", "export", "x_supply", "x_transit", "x_export"]);
/** Twice the lease of a task and the time that an acknowledgement may take, at most. */
const LONGEST_PAUSE_MS = 32_000;
const RECOVERY_LIMIT_MS = 60_000;

export interface FaultReport {
  faults: Record<Fault, number>;
  /** From the fault until the stack said again that it is ready. */
  recoveryMs: number[];
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes faults one after the other until told to stop; a paused process always goes on. */
export function injectFaults(stack: ChaosStack, random: Random, say: (text: string) => void): { stop(): Promise<FaultReport> } {
  const report: FaultReport = { faults: { kill: 0, pause: 0, bus_restart: 0, bus_erased: 0, database_restart: 0 }, recoveryMs: [] };
  const stopping = new AbortController();
  const of = (role: string): Running | undefined => stack.processes().find((one) => one.role === role);
  const pauses = new Set<Promise<void>>();

  const pause = (target: Running): void => {
    signal(target.pid, "SIGSTOP");
    const end = wait(1_000 + random.whole(LONGEST_PAUSE_MS - 1_000)).then(() => signal(target.pid, "SIGCONT"));
    pauses.add(end);
    void end.finally(() => pauses.delete(end));
  };
  const make = (fault: Fault): boolean => {
    const services = stack.processes().filter((one) => SERVICES.has(one.role));
    if (fault === "kill" || fault === "pause") {
      if (services.length === 0) return false;
      const target = random.pick(services);
      say(`${fault} ${target.role}-${target.replica}`);
      if (fault === "kill") signal(target.pid, "SIGKILL");
      else pause(target);
      return true;
    }
    const target = of(fault === "database_restart" ? "postgres" : "nats");
    if (!target) return false;
    say(fault);
    const store = join(stack.home, "nats", "store");
    // The server goes on in the moved folder until it is killed; the next one finds none.
    if (fault === "bus_erased" && existsSync(store)) renameSync(store, `${store}.lost-${report.faults.bus_erased}`);
    signal(target.pid, fault === "database_restart" ? "SIGQUIT" : "SIGKILL");
    return true;
  };
  const run = async (): Promise<void> => {
    // Rare faults too come in a short run: each once, in an order of the seed's, before chance decides.
    const first = WEIGHTS.map(([fault]) => fault).sort(() => (random.chance(0.5) ? 1 : -1));
    while (!stopping.signal.aborted) {
      await wait(1_000 + random.whole(4_000));
      if (stopping.signal.aborted) break;
      const fault = first.shift() ?? random.pick(CHOICES);
      const began = Date.now();
      if (!make(fault)) continue;
      report.faults[fault]++;
      const up = await until(RECOVERY_LIMIT_MS, async () => ((await stack.isReady()) ? true : null));
      if (up) report.recoveryMs.push(Date.now() - began);
    }
    await Promise.all(pauses);
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return report;
    },
  };
}
