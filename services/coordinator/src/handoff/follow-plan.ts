import { isDeepStrictEqual } from "node:util";
import { FINAL_STEP_STATES } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { finishRequest } from "../orchestration/finish-request.ts";
import type { Run } from "../orchestration/orchestrator.ts";
import { planStatus } from "../orchestration/plan-status.ts";
import { lockRequest } from "../requests/lock-request.ts";
import type { OpenIssue, RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { type PlanRow, readPlanPicture, type StepRow } from "./plan-store.ts";
import { readUnplanned } from "./read-unplanned.ts";
import { replan } from "./replan.ts";
import { runnableSteps } from "./runnable-steps.ts";
import { sendPlanCommand } from "./send-plan-command.ts";
import { waitsForOutcome } from "./waits-for-outcome.ts";

/** A step that was told to run and shows no grant yet is told again after this time, under a new message id. */
const REPEAT_EXECUTE_MS = 10_000;
const MAX_EXECUTE_SENDS = 30;

async function sendExecutes(tx: OutboxTx, row: RequestRow, plan: PlanRow, steps: readonly StepRow[]): Promise<void> {
  const now = Date.now();
  for (const step of runnableSteps(steps)) {
    const sentAt = step.executeSentAt === null ? 0 : Date.parse(step.executeSentAt);
    if (step.executeSends >= MAX_EXECUTE_SENDS || now - sentAt < REPEAT_EXECUTE_MS) continue;
    const command = {
      type: "execute" as const,
      tenant: row.tenant,
      requestId: row.id,
      planId: plan.id,
      revision: plan.revision,
      stepId: step.stepId,
    };
    sendPlanCommand(tx, command, `execute:${step.stepId}:${plan.revision}:${step.executeSends + 1}`);
    await tx.query(
      "update plan_steps set execute_sends = execute_sends + 1, execute_sent_at = now() where plan_id = $1 and revision = $2 and step_id = $3",
      [plan.id, plan.revision, step.stepId],
    );
  }
}

/** Approvals learns of the cancelling also when it came while the plan was being written. */
function sendCancel(tx: OutboxTx, row: RequestRow, plan: PlanRow, steps: readonly StepRow[]): void {
  if (steps.every((step) => FINAL_STEP_STATES.includes(step.state))) return;
  const command = { type: "cancel" as const, tenant: row.tenant, requestId: row.id, planId: plan.id, by: row.cancelledBy ?? row.requester };
  sendPlanCommand(tx, command, `cancel:${row.id}:${plan.revision}`);
}

/** What approvals said about the plan as a whole; null while steps decide. */
async function followRefusal(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  plan: PlanRow,
  done: boolean,
): Promise<boolean> {
  if (plan.state === "refused") {
    const refusal = plan.refusal ?? { code: "refused", detail: "approvals refused the plan" };
    await finishRequest(context, tx, row, run, {
      status: done ? "incomplete" : "refused",
      refusal,
      openIssues: [{ code: refusal.code, detail: refusal.detail }],
    });
    return true;
  }
  if (plan.state === "conflict") {
    const refusal = { code: "plan_conflict", detail: "approvals holds another plan under this id and revision" };
    await finishRequest(context, tx, row, run, { status: done ? "incomplete" : "failed", refusal, openIssues: [refusal] });
    return true;
  }
  return false;
}

async function showStatus(
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  next: { status: RequestRow["status"]; attention: boolean; openIssues: OpenIssue[] },
): Promise<void> {
  const waitingFor = next.status === "awaiting_approval" ? "approval" : null;
  const same =
    row.status === next.status &&
    row.attention === next.attention &&
    row.waitingFor === waitingFor &&
    isDeepStrictEqual(row.openIssues, next.openIssues);
  if (same) return;
  const { status, attention, openIssues } = next;
  await changeRequest(tx, row, run.owner, { status, attention, openIssues, waitingFor });
}

/**
 * Holds a request against its plan: sends on steps whose predecessors are done, plans again what went stale, and ends the
 * request once every step has its end.
 */
export async function followPlan(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  return await context.outbox.transaction(row.tenant, async (tx) => {
    await lockRequest(tx, row.id);
    const { plan, steps, earlier } = await readPlanPicture(tx, row.id);
    if (!plan) return false;
    if (row.cancelRequested) sendCancel(tx, row, plan, steps);
    if (plan.state === "submitted") return false;
    const done = [...earlier, ...steps].some((step) => step.receipt?.outcome === "succeeded");
    if (await followRefusal(context, tx, row, run, plan, done)) return false;
    const isStale = steps.some((step) => step.state === "stale");
    if (isStale && !row.cancelRequested && !waitsForOutcome(steps)) return await replan(context, tx, row, run, steps);
    const status = planStatus([...earlier, ...steps], row.cancelRequested, await readUnplanned(tx, row));
    if (status.final) {
      await finishRequest(context, tx, row, run, { status: status.status, openIssues: status.openIssues });
      return false;
    }
    if (!row.cancelRequested) await sendExecutes(tx, row, plan, steps);
    await showStatus(tx, row, run, status);
    return false;
  });
}
