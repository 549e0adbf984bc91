import type { Bus } from "@quartermaster/shared/bus";
import { transaction } from "@quartermaster/shared/db";
import { type DecisionCommand, recordDecision } from "../../../../services/approvals/src/decision/record-decision.ts";
import { type InboxDeps, onPlanMessage } from "../../../../services/approvals/src/inbox/on-plan-message.ts";
import { onReceiptMessage } from "../../../../services/approvals/src/inbox/on-receipt-message.ts";
import { answerEpochs } from "../../../../services/approvals/src/kill-switch/answer-epochs.ts";
import { askSwitch, confirmSwitch, type SwitchRow } from "../../../../services/approvals/src/kill-switch/change-switch.ts";
import { createEpochTeller } from "../../../../services/approvals/src/kill-switch/tell-epochs.ts";
import { sealTenant } from "../../../../services/approvals/src/ledger/seal-tenant.ts";
import { createExecutorPort } from "../../../../services/approvals/src/previews/ask-executor.ts";
import { expireItems } from "../../../../services/approvals/src/sweeper/expire-items.ts";
import { lookUpGrants } from "../../../../services/approvals/src/sweeper/look-up-grants.ts";
import { takeUpReceived, takeUpWaiting } from "../../../../services/approvals/src/sweeper/take-up-plans.ts";
import { askThrough } from "../ask-through.ts";
import { isExpected } from "../is-expected.ts";
import type { Process } from "../scheduler.ts";
import { type Subscriptions, serveThrough } from "../serve-through.ts";
import { APPROVALS_STATEMENTS } from "../statements/approvals-statements.ts";
import { SHARED_STATEMENTS } from "../statements/shared-statements.ts";
import { createSimulatedOutbox, type SimulatedOutbox } from "../store/simulated-outbox.ts";
import { createSimulatedPool } from "../store/simulated-pool.ts";
import type { World } from "../world.ts";

const REPLICAS = 2;
const ROUND_MS = 10_000;
const PEOPLE_SUBJECT = "people.decide";
const SWITCH_SUBJECT = "people.switch";

/** How people reach approvals here: over HTTP in the product, as questions on the simulated network in the simulation. */
export const HTTP = { decide: PEOPLE_SUBJECT, killSwitch: SWITCH_SUBJECT } as const;

type Wish = { tenant: string; by: string } & ({ ask: "stop" | "resume" } | { confirm: string });

interface Replica {
  process: Process;
  deps: InboxDeps;
  subscriptions: Subscriptions;
}

/** What the sweeper of `services/approvals/src/sweeper/create-sweeper.ts` and the sealer do in turn. */
function chores(world: World, deps: InboxDeps, outbox: SimulatedOutbox, bus: Pick<Bus, "request">): (() => Promise<unknown>)[] {
  const teller = createEpochTeller({ pool: deps.pool, bus, signer: deps.signer, log: deps.log });
  return [
    () => outbox.sweep(),
    () => takeUpReceived(deps),
    () => takeUpWaiting(deps),
    () => lookUpGrants(deps, bus),
    () => expireItems(deps),
    () => teller.round(),
    ...world.tenants.map((tenant) => () => sealTenant(deps.pool, tenant)),
  ];
}

/** A wish about the kill switch, as `switch-routes.ts` carries it out. */
async function changeSwitch(deps: InboxDeps, wish: Wish): Promise<SwitchRow> {
  return await transaction(deps.pool, wish.tenant, async (tx) =>
    "ask" in wish
      ? await askSwitch(tx, wish.tenant, wish.by, wish.ask, "simulated")
      : await confirmSwitch(tx, wish.tenant, wish.by, wish.confirm),
  );
}

function createReplica(world: World, name: string): Replica {
  const { scheduler, bus, faults, plant, keys, log } = world;
  const database = world.databases.approvals;
  const process = world.addProcess(name, (self) =>
    world.spawn(self, "sweeping", async () => {
      const rounds = chores(world, deps, outbox, asks);
      for (;;) {
        await scheduler.sleep(self, ROUND_MS);
        for (const chore of rounds)
          await chore().catch((error: unknown) => {
            if (!isExpected(error)) throw error;
          });
      }
    }),
  );
  const statements = { ...SHARED_STATEMENTS, ...APPROVALS_STATEMENTS, ...plant?.approvals };
  const pool = createSimulatedPool({
    service: "approvals",
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
  const deps: InboxDeps = {
    pool,
    outbox,
    executors: createExecutorPort(asks, keys.verifier),
    signer: keys.signer("approvals"),
    verifier: keys.verifier,
    faults: async () => await scheduler.pause(process),
    log,
  };
  const subscriptions: Subscriptions = new Map();
  answerEpochs({ pool, bus: serveThrough(scheduler, process, subscriptions), signer: deps.signer, log });
  subscriptions.set(HTTP.decide, async (body) => {
    const { tenant, ...command } = JSON.parse(body) as DecisionCommand & { tenant: string };
    const outcome = await recordDecision(deps, tenant, command);
    return JSON.stringify({ kind: outcome.kind });
  });
  subscriptions.set(HTTP.killSwitch, async (body) => JSON.stringify(await changeSwitch(deps, JSON.parse(body) as Wish)));
  return { process, deps, subscriptions };
}

/** Two replicas of approvals: the product's own handlers, decisions, sweepers and sealer on the simulated database. */
export function addApprovals(world: World): void {
  const replicas = Array.from({ length: REPLICAS }, (_, index) => createReplica(world, `approvals-${index + 1}`));
  const acksFirst = world.plant?.acksFirst ?? false;
  for (const subject of replicas[0]?.subscriptions.keys() ?? [])
    world.bus.serve({
      answers: (asked) => asked === subject,
      replicas: replicas.map(({ process, subscriptions }) => ({
        process,
        answer: async (body) => await (subscriptions.get(subject) as NonNullable<ReturnType<Subscriptions["get"]>>)(body),
      })),
    });
  world.bus.consume({
    name: "approvals",
    takes: (subject) => subject.startsWith("qm.plan.") || subject.startsWith("qm.execute."),
    acksFirst,
    replicas: replicas.map(({ process, deps }) => ({ process, handle: (message) => onPlanMessage(deps, message) })),
  });
  world.bus.consume({
    name: "approvals-receipts",
    takes: (subject) => subject.startsWith("qm.receipt."),
    acksFirst,
    replicas: replicas.map(({ process, deps }) => ({ process, handle: (message) => onReceiptMessage(deps, message) })),
  });
}
