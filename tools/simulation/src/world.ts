import type { Logger } from "@quartermaster/shared/log";
import type { Signer, Verifier } from "@quartermaster/shared/signing";
import type { SimulatedBus } from "./bus.ts";
import type { Faults } from "./faults.ts";
import type { Plant } from "./plants.ts";
import type { Random } from "./random.ts";
import type { Process, Scheduler } from "./scheduler.ts";
import type { Database } from "./store/database.ts";
import type { Trace } from "./trace.ts";

/** What somebody was told is done, and may rely on. */
export interface Acknowledged {
  approvalId: string;
  by: string;
  decision: "approve" | "reject";
}

/** Everything that one seed runs in. */
export interface World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly bus: SimulatedBus;
  readonly keys: { signer(role: string): Signer; verifier: Verifier };
  readonly log: Logger;
  readonly tenants: readonly string[];
  readonly databases: { coordinator: Database; approvals: Database; supply: Database };
  readonly plant: Plant | null;
  readonly acknowledged: Acknowledged[];
  /** When somebody was told that the epoch was raised. */
  readonly raised: { tenant: string; epoch: number; atMs: number }[];
  /** What nobody foresaw, as text. */
  readonly surprises: string[];
  /** Starts work of a process; what it throws is a surprise. */
  spawn(process: Process, what: string, work: () => Promise<void>): void;
  /** Ends a process at this moment; it starts again some time later. */
  kill(process: Process): void;
  /** A process with work that starts anew after every crash. */
  addProcess(name: string, start: (process: Process) => void): Process;
}
