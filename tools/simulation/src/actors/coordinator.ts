import type { PlanCommand } from "@quartermaster/shared/contracts";
import { MESSAGE_TYPES } from "@quartermaster/shared/contracts";
import type { Pool } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../../../../services/coordinator/src/coordinator-context.ts";
import { makeEnvelope } from "../../../../services/coordinator/src/events/make-envelope.ts";
import { onPlanState } from "../../../../services/coordinator/src/handoff/on-plan-state.ts";
import { onReceipt } from "../../../../services/coordinator/src/handoff/on-receipt.ts";
import { readPlanPicture } from "../../../../services/coordinator/src/handoff/plan-store.ts";
import { runnableSteps } from "../../../../services/coordinator/src/handoff/runnable-steps.ts";
import { sendPlanCommand } from "../../../../services/coordinator/src/handoff/send-plan-command.ts";
import { waitsForOutcome } from "../../../../services/coordinator/src/handoff/waits-for-outcome.ts";
import { planStatus } from "../../../../services/coordinator/src/orchestration/plan-status.ts";
import { lockRequest } from "../../../../services/coordinator/src/requests/lock-request.ts";
import { isExpected } from "../is-expected.ts";
import type { Process } from "../scheduler.ts";
import { COORDINATOR_STATEMENTS } from "../statements/coordinator-statements.ts";
import { FOLLOWER_STATEMENTS } from "../statements/follower-statements.ts";
import { SHARED_STATEMENTS } from "../statements/shared-statements.ts";
import type { Row } from "../store/database.ts";
import { createSimulatedOutbox, type SimulatedOutbox } from "../store/simulated-outbox.ts";
import { createSimulatedPool } from "../store/simulated-pool.ts";
import type { World } from "../world.ts";

const REPLICAS = 2;
const ROUND_MS = 8_000;

interface Replica {
  process: Process;
  context: CoordinatorContext;
}

const own = (name: string, values: unknown[]) => ({ name, text: `${name} of the simulation`, values });

/**
 * Holds one request against its plan, as `handoff/follow-plan.ts` does: with the product's own status, runnable steps and commands. A
 * stale step is not planned again here; what is left is cancelled, so that the request ends.
 */
async function follow(outbox: SimulatedOutbox, request: Row, round: number): Promise<void> {
  await outbox.transaction(request.tenant, async (tx) => {
    await lockRequest(tx, request.id);
    const { plan, steps } = await readPlanPicture(tx, request.id);
    const row = (await tx.query<Row>(own("follower-request", [request.id]))).rows[0];
    if (!plan || !row || row.phase === "done") return;
    const head = { tenant: request.tenant, requestId: request.id, planId: plan.id };
    const send = (command: PlanCommand, name: string) => sendPlanCommand(tx, command, `${name}:${plan.id}:${round}`);
    if (plan.state === "submitted") {
      // The reconciler hands a plan in again under a new message id until approvals answers.
      const body = makeEnvelope(MESSAGE_TYPES.planSubmitted, request.tenant, request.id, row.submitted);
      tx.send({ subject: `qm.plan.${request.tenant}.${request.id}`, msgId: `plan:${plan.id}:1:${round}`, body });
      return;
    }
    if (plan.state === "refused" || plan.state === "conflict") {
      await tx.query(own("follower-end", [request.id, "refused"]));
      return;
    }
    const stale = steps.some((step) => step.state === "stale") && !waitsForOutcome(steps);
    if (row.cancel_requested || stale) send({ type: "cancel", ...head, by: "planner.anna" }, "cancel");
    const status = planStatus(steps, row.cancel_requested || stale);
    if (status.final) {
      await tx.query(own("follower-end", [request.id, status.status]));
      return;
    }
    if (!row.cancel_requested)
      for (const step of runnableSteps(steps)) send({ type: "execute", ...head, revision: plan.revision, stepId: step.stepId }, "execute");
    // handoff/ask-approvals.ts: approvals is asked what is not known here.
    const receipts = steps.filter((step) => step.receipt).map((step) => ({ stepId: step.stepId, version: step.receiptVersion }));
    if (round % 4 === 0) send({ type: "report", ...head, sequence: plan.sequence, receipts }, "report");
  });
}

function createReplica(world: World, name: string): Replica {
  const { scheduler, bus, faults, plant, keys, log } = world;
  const database = world.databases.coordinator;
  let round = 0;
  const process = world.addProcess(name, (self) =>
    world.spawn(self, "following plans", async () => {
      for (;;) {
        await scheduler.sleep(self, ROUND_MS);
        round += 1;
        await outbox.sweep();
        for (const request of [...database.table("requests").values()])
          if (request.phase !== "done")
            await follow(outbox, request, round).catch((error: unknown) => {
              if (!isExpected(error)) throw error;
            });
      }
    }),
  );
  const statements = { ...SHARED_STATEMENTS, ...COORDINATOR_STATEMENTS, ...FOLLOWER_STATEMENTS, ...plant?.coordinator };
  const pool: Pool = createSimulatedPool({
    service: "coordinator",
    database,
    statements,
    scheduler,
    process,
    faults,
    kill: world.kill,
    losesCommits: plant?.losesCommits ?? false,
  });
  const outbox = createSimulatedOutbox({ pool, database, bus, scheduler, process, sendsBeforeCommit: plant?.sendsBeforeCommit ?? false });
  const context = {
    pool,
    outbox,
    verifier: keys.verifier,
    news: { notify: () => {} },
    faults: async () => await scheduler.pause(process),
    log,
  } as unknown as CoordinatorContext;
  return { process, context };
}

/** Two replicas of the coordinator's part behind the plan: its handlers of pictures and receipts, and what follows a plan. */
export function addCoordinators(world: World): void {
  const replicas = Array.from({ length: REPLICAS }, (_, index) => createReplica(world, `coordinator-${index + 1}`));
  const orchestrator = { kick: () => {} };
  world.bus.consume({
    name: "coordinator",
    takes: (subject) => subject.startsWith("qm.receipt.") || subject.startsWith("qm.decision."),
    acksFirst: world.plant?.acksFirst ?? false,
    replicas: replicas.map(({ process, context }) => ({
      process,
      handle: async (message) => {
        const { type } = JSON.parse(message.body) as { type: string };
        if (type === MESSAGE_TYPES.receiptIssued) await onReceipt(context, orchestrator, message);
        else await onPlanState(context, orchestrator, message);
      },
    })),
  });
}
