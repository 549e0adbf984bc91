import { createLogger } from "@quartermaster/shared/log";
import { testKeys } from "@quartermaster/testing";
import { addApprovals } from "./actors/approvals.ts";
import { addCoordinators } from "./actors/coordinator.ts";
import { addExecutors } from "./actors/executor.ts";
import { addCrashes, addStocktakes } from "./actors/nature.ts";
import { addPeople, PEOPLE } from "./actors/people.ts";
import { createSimulatedBus } from "./bus.ts";
import { checkAck } from "./check-ack.ts";
import { createFaults } from "./faults.ts";
import { checkInvariants } from "./invariants.ts";
import { isExpected } from "./is-expected.ts";
import type { Plant } from "./plants.ts";
import { createRandom } from "./random.ts";
import { addRequests, PLACES } from "./requests.ts";
import { createScheduler, type Process } from "./scheduler.ts";
import { Database } from "./store/database.ts";
import { createTrace } from "./trace.ts";
import type { World } from "./world.ts";

const START_MS = Date.UTC(2026, 11, 1, 8);
const FAULTS_MS = 90_000;
/** Long enough for a lost grant to expire, be looked up and be granted again, twice. */
const REST_MS = 900_000;
const TENANTS = ["acme", "globex"];

const KEYS = testKeys(["approvals", "x_supply"]);
const SIGNERS = new Map(["approvals", "x_supply"].map((role) => [role, KEYS.signer(role)]));

export interface Outcome {
  seed: number;
  violations: readonly string[];
  trace: readonly string[];
  /** What the run did, to see that it did something. */
  counts: { moves: number; decisions: number; grants: number; virtualMs: number };
}

/** Runs one seed to its end and says what was violated. The same seed gives the same trace. */
export async function simulate(seed: number, plant: Plant | null = null): Promise<Outcome> {
  const random = createRandom(seed);
  const scheduler = createScheduler(random, START_MS);
  const faults = createFaults(random);
  const trace = createTrace(START_MS);
  const surprises: string[] = [];
  const surprise = (where: string, error: unknown): void => {
    surprises.push(`surprise in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const databases = { coordinator: new Database(scheduler), approvals: new Database(scheduler), supply: new Database(scheduler) };
  const starts = new Map<Process, (process: Process) => void>();
  /** What starts services again; it never dies. */
  const init: Process = { name: "init", life: 0, alive: true };
  const broker: Process = { name: "broker", life: 0, alive: true };
  const onAck = (consumer: string, body: string): void => {
    const missing = checkAck(world, consumer, body);
    if (missing !== null) surprises.push(`A1 ${missing}`);
  };
  const world: World = {
    ...{ random, scheduler, faults, trace, databases, plant, surprises },
    bus: createSimulatedBus({ scheduler, faults, random, trace, broker, onError: surprise, onAck }),
    keys: { signer: (role) => SIGNERS.get(role) ?? KEYS.signer(role), verifier: KEYS.verifier },
    log: createLogger({ service: "simulation" }, "silent"),
    tenants: TENANTS,
    acknowledged: [],
    raised: [],
    spawn(process, what, work) {
      work().catch((error: unknown) => {
        if (!isExpected(error)) surprise(`${process.name} ${what}`, error);
      });
    },
    kill(process) {
      process.life += 1;
      process.alive = false;
      for (const database of Object.values(databases)) database.forget(process);
      trace.add(scheduler.now, process.name, "dies");
      scheduler.ready(
        init,
        () => {
          process.alive = true;
          trace.add(scheduler.now, process.name, "starts again");
          starts.get(process)?.(process);
        },
        200 + random.below(8_000),
      );
    },
    addProcess(name, start) {
      const process: Process = { name, life: 0, alive: true };
      starts.set(process, start);
      return process;
    },
  };
  for (const tenant of TENANTS) {
    for (const [id, units] of Object.entries(PLACES))
      databases.supply.table("stock").set(`${tenant}/${id}`, { tenant, id, units, version: 1 });
    for (const { id, roles } of PEOPLE) databases.approvals.table("users").set(`${tenant}/${id}`, { tenant, id, roles, active: true });
  }
  addExecutors(world);
  addApprovals(world);
  addCoordinators(world);
  const services = [...starts.keys()];
  addPeople(world);
  let counted = 0;
  let asked = false;
  addRequests(world, () => {
    asked = true;
  });
  addStocktakes(world, (units) => {
    counted += units;
  });
  addCrashes(world, services);
  for (const [process, start] of starts) start(process);

  const isAtRest = (): boolean =>
    asked &&
    [...databases.coordinator.table("requests").values()].every((row) => row.phase === "done") &&
    [...databases.approvals.table("grants").values()].every((row) => row.state !== "open");
  await scheduler.run(START_MS + FAULTS_MS, isAtRest);
  faults.heal();
  scheduler.calm();
  trace.add(scheduler.now, "world", "heals");
  await scheduler.run(START_MS + FAULTS_MS + REST_MS, isAtRest);

  const violations = checkInvariants(world, counted);
  const size = (database: Database, table: string): number => database.table(table).size;
  const counts = {
    moves: size(databases.supply, "moves"),
    decisions: size(databases.approvals, "decisions"),
    grants: size(databases.approvals, "grants"),
    virtualMs: scheduler.now - START_MS,
  };
  return { seed, violations, trace: trace.lines, counts };
}
