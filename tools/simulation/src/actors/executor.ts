import { createHandlerRegistry, handleGrantMessage, storeEpoch } from "@quartermaster/executor";
import { AppError } from "@quartermaster/shared/errors";
import { createEpochWatch } from "../../../../libs/executor/src/epoch/create-epoch-watch.ts";
import { answerRequests } from "../../../../libs/executor/src/service/answer-requests.ts";
import type { ExecutorPorts } from "../../../../libs/executor/src/service/executor-ports.ts";
import { storeDeadGrant } from "../../../../libs/executor/src/service/handle-grant-message.ts";
import { askThrough } from "../ask-through.ts";
import type { Process } from "../scheduler.ts";
import { type Subscriptions, serveThrough } from "../serve-through.ts";
import { EXECUTOR_STATEMENTS } from "../statements/executor-statements.ts";
import { SHARED_STATEMENTS } from "../statements/shared-statements.ts";
import { WAREHOUSE_STATEMENTS } from "../statements/warehouse-statements.ts";
import { createSimulatedOutbox } from "../store/simulated-outbox.ts";
import { createSimulatedPool } from "../store/simulated-pool.ts";
import { WAREHOUSE } from "../warehouse.ts";
import type { World } from "../world.ts";

const REPLICAS = 2;
const SWEEP_MS = 5_000;

interface Replica {
  process: Process;
  ports: ExecutorPorts;
  subscriptions: Subscriptions;
}

function createReplica(world: World, name: string): Replica {
  const { scheduler, bus, faults, plant, keys, log } = world;
  const database = world.databases.supply;
  const statements = { ...SHARED_STATEMENTS, ...EXECUTOR_STATEMENTS, ...WAREHOUSE_STATEMENTS, ...plant?.executor };
  const subscriptions: Subscriptions = new Map();
  const process = world.addProcess(name, (self) => {
    // What the process remembered is gone with it.
    ports = makePorts();
    world.spawn(self, "sweeping its outbox", async () => {
      for (;;) {
        await scheduler.sleep(self, SWEEP_MS);
        await outbox.sweep();
      }
    });
  });
  const pool = createSimulatedPool({
    service: "executor",
    database,
    statements,
    scheduler,
    process,
    faults,
    kill: world.kill,
    losesCommits: plant?.losesCommits ?? false,
  });
  const outbox = createSimulatedOutbox({ pool, database, bus, scheduler, process, sendsBeforeCommit: plant?.sendsBeforeCommit ?? false });
  const asks = askThrough(bus, process);
  const makePorts = (): ExecutorPorts => ({
    definition: WAREHOUSE,
    registry: createHandlerRegistry(WAREHOUSE),
    pool,
    outbox,
    signer: keys.signer("x_supply"),
    verifier: keys.verifier,
    epochs:
      plant?.epochs?.() ??
      createEpochWatch({
        bus: asks,
        verifier: keys.verifier,
        store: (record) => storeEpoch({ pool }, record),
        log,
        clocks: () => [scheduler.now, scheduler.now],
        wait: (ms) => scheduler.sleep(process, ms),
      }),
    facts: async () => {
      throw new AppError("unavailable", { detail: "the warehouse needs nobody's facts" });
    },
    faults: async () => await scheduler.pause(process),
    log,
  });
  let ports = makePorts();
  return {
    process,
    subscriptions,
    get ports() {
      return ports;
    },
  };
}

/** Two replicas of the supply executor: the product's own handlers on the simulated database. */
export function addExecutors(world: World): void {
  const replicas = Array.from({ length: REPLICAS }, (_, index) => createReplica(world, `executor-${index + 1}`));
  for (const { ports, subscriptions, process } of replicas) {
    answerRequests(ports, serveThrough(world.scheduler, process, subscriptions));
  }
  for (const subject of replicas[0]?.subscriptions.keys() ?? [])
    world.bus.serve({
      answers: (asked) => asked === subject,
      replicas: replicas.map(({ process, subscriptions }) => ({
        process,
        answer: async (body) => await (subscriptions.get(subject) as NonNullable<ReturnType<Subscriptions["get"]>>)(body),
      })),
    });
  world.bus.consume({
    name: "executor",
    takes: (subject) => subject.startsWith("qm.grant.supply."),
    acksFirst: world.plant?.acksFirst ?? false,
    replicas: replicas.map((replica) => ({
      process: replica.process,
      handle: async (message) => {
        try {
          await handleGrantMessage(replica.ports, message);
        } catch (error) {
          if (AppError.isInstance(error) && !error.retryable) await storeDeadGrant(replica.ports, message, error.code, error.message);
          throw error;
        }
      },
    })),
  });
}
