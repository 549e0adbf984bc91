import { MESSAGE_TYPES, newId, Plan, type RequestToken, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { planHashOf, type Signed } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { makeEnvelope } from "../events/make-envelope.ts";
import { recordEvent } from "../events/record-event.ts";
import type { MergeOutcome } from "../merge/merge-input.ts";
import { finishRequest } from "../orchestration/finish-request.ts";
import type { Run } from "../orchestration/orchestrator.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { writeCheckpoint } from "../threads/thread-store.ts";
import { readUnplanned } from "./read-unplanned.ts";

type Merged = Extract<MergeOutcome, { kind: "plan" }>;

const INSERT_STEP = `insert into plan_steps (tenant, plan_id, revision, step_id, position, request_id, thread_id, agent, tool, step, meaning_key, uses)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
/** A step that is done or running keeps what is known of it in every later revision. */
const CARRY = `update plan_steps n set state = o.state, receipt = o.receipt, receipt_version = o.receipt_version, grant_id = o.grant_id,
    decided_by = o.decided_by, approval = o.approval, preview = o.preview, uses = o.uses
  from plan_steps o where n.plan_id = $1 and n.revision = $2 and o.plan_id = $1 and o.revision = $2 - 1 and o.step_id = n.step_id
    and (o.receipt ->> 'outcome' = 'succeeded' or o.state in ('succeeded', 'executing', 'unknown'))`;

function makePlan(row: RequestRow, merged: Merged, token: Signed<RequestToken>): Plan {
  const body = {
    v: 1 as const,
    id: row.planId ?? newId("pln"),
    revision: row.revision + 1,
    tenant: row.tenant,
    requestId: row.id,
    threadId: row.threadId,
    language: row.language ?? row.intent?.language ?? "en",
    steps: merged.steps,
    conflicts: merged.conflicts,
    requestToken: token,
    supersedes: row.supersedes,
    createdAt: new Date().toISOString(),
  };
  return Plan.parse({ ...body, planHash: planHashOf(body) });
}

async function storePlan(
  tx: OutboxTx,
  row: RequestRow,
  merged: Merged,
  plan: Omit<Plan, "requestToken" | "planHash"> & Partial<Plan>,
  state: string,
): Promise<void> {
  const values = [row.tenant, plan.id, plan.revision, row.id, JSON.stringify(plan), plan.planHash ?? "", state];
  await tx.query({
    name: "plan-insert",
    text: "insert into plans (tenant, id, revision, request_id, plan, plan_hash, state) values ($1, $2, $3, $4, $5, $6, $7)",
    values,
  });
  for (const [position, step] of merged.steps.entries()) {
    const uses = merged.uses.filter((use) => use.stepId === step.id).map(({ record, quantity }) => ({ record, quantity }));
    const line = [
      row.tenant,
      plan.id,
      plan.revision,
      step.id,
      position,
      row.id,
      row.threadId,
      step.agent,
      step.tool,
      JSON.stringify(step),
      step.meaningKey,
      JSON.stringify(uses),
    ];
    await tx.query({ name: "step-insert", text: INSERT_STEP, values: line });
  }
  if (plan.revision > 1) await tx.query({ name: "steps-carry", text: CARRY, values: [plan.id, plan.revision] });
}

async function tellPlan(tx: OutboxTx, row: RequestRow, plan: { id: string; revision: number }, merged: Merged): Promise<void> {
  for (const conflict of merged.conflicts) await recordEvent(tx, row, "conflict.detected", { ...conflict });
  const steps = merged.steps.map((step) => ({ id: step.id, agent: step.agent, tool: step.tool }));
  await recordEvent(tx, row, "plan.ready", { planId: plan.id, revision: plan.revision, steps });
  await writeCheckpoint(tx, row, "plan", { planId: plan.id, revision: plan.revision, steps: merged.steps.length });
}

/** Keeps a plan that was only tried: nothing is handed over. */
async function keepDryRun(context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, merged: Merged): Promise<void> {
  const plan = { id: newId("pln"), revision: 1, steps: merged.steps, conflicts: merged.conflicts, requestId: row.id } as unknown as Plan;
  await storePlan(tx, row, merged, plan, "dry_run");
  await tellPlan(tx, row, plan, merged);
  const openIssues = await readUnplanned(tx, row);
  const status = openIssues.length > 0 ? "incomplete" : "completed";
  await finishRequest(context, tx, { ...row, planId: plan.id, revision: 1 }, run, { status, conflicts: merged.conflicts, openIssues });
}

/**
 * Writes the plan and hands it to approvals with the same commit. Until approvals acknowledges it, the request stays
 * `merging` and says whom it waits for.
 */
export async function submitPlan(context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, merged: Merged): Promise<void> {
  if (row.mode === "dry_run") return await keepDryRun(context, tx, row, run, merged);
  if (!row.requestToken) {
    const refusal = {
      code: "request_token_missing",
      detail: "approvals did not answer when the request arrived, so nobody can vouch for who asked; send it again",
    };
    return await finishRequest(context, tx, row, run, { status: "refused", refusal, conflicts: merged.conflicts });
  }
  const plan = makePlan(row, merged, row.requestToken as unknown as Signed<RequestToken>);
  await storePlan(tx, row, merged, plan, "submitted");
  await tellPlan(tx, row, plan, merged);
  tx.send({
    subject: subjects.plan(row.tenant, row.id),
    msgId: `plan:${plan.id}:${plan.revision}:1`,
    body: makeEnvelope(MESSAGE_TYPES.planSubmitted, row.tenant, row.id, plan),
  });
  await changeRequest(tx, row, run.owner, {
    phase: "plan",
    status: "merging",
    waitingFor: "approvals",
    planId: plan.id,
    revision: plan.revision,
    conflicts: merged.conflicts,
    openIssues: merged.openIssues.map((detail) => ({ code: "open_issue", detail })),
  });
}
