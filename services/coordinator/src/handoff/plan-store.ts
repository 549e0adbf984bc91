import type { JsonValue, Plan, PlanStep, Receipt, StepEdit, StepState } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { camelRow } from "../requests/request-row.ts";

/** A row of `plan_steps`: the step as planned, and what became of it. */
export interface StepRow {
  planId: string;
  revision: number;
  stepId: string;
  position: number;
  requestId: string;
  agent: PlanStep["agent"];
  tool: string;
  step: PlanStep;
  state: StepState;
  code: string | null;
  reason: string | null;
  approval: {
    id: string;
    state: string;
    required: number;
    slots: { role: string; filledBy: string | null }[];
    decideBy: string | null;
    executeBy: string | null;
    noEligibleApprover: string | null;
    /** What an approver narrowed the step to, until a new revision has it. */
    edit?: StepEdit | undefined;
  } | null;
  preview: { before: JsonValue[]; after: JsonValue[] } | null;
  grantId: string | null;
  decidedBy: { user: string; role: string; decision: string; reason: string | null; at: string }[];
  receipt: Receipt | null;
  receiptVersion: number;
  executeSends: number;
  executeSentAt: string | null;
}

export interface PlanRow {
  id: string;
  revision: number;
  requestId: string;
  plan: Plan;
  planHash: string;
  state: "submitted" | "dry_run" | "accepted" | "refused" | "superseded" | "withdrawn" | "conflict";
  refusal: { code: string; detail: string; stepId: string | null } | null;
  sequence: number;
  sends: number;
}

/** The newest revision of a request's plan, or null. */
export async function readPlan(tx: Tx, requestId: string): Promise<PlanRow | null> {
  const found = await tx.query({
    name: "plan-newest",
    text: "select * from plans where request_id = $1 order by revision desc limit 1",
    values: [requestId],
  });
  return found.rows[0] ? camelRow<PlanRow>(found.rows[0]) : null;
}

/** Steps of one revision in plan order. */
export async function readSteps(tx: Tx, planId: string, revision: number): Promise<StepRow[]> {
  const found = await tx.query({
    name: "steps-of-plan",
    text: "select * from plan_steps where plan_id = $1 and revision = $2 order by position",
    values: [planId, revision],
  });
  return found.rows.map((row) => camelRow<StepRow>(row));
}

const ENDED_BEFORE = `select distinct on (step_id) * from plan_steps p where plan_id = $1 and revision < $2
    and (receipt ->> 'outcome' = 'succeeded' or state in ('rejected', 'expired', 'failed'))
  and not exists (select 1 from plan_steps q where q.plan_id = $1 and q.revision = $2 and q.step_id = p.step_id) order by step_id, revision desc`;

/**
 * Steps that ended in earlier revisions and that the newest does not repeat: what was done, rejected, or failed stays in every
 * answer and counts for the status.
 */
export async function readEarlierEnds(tx: Tx, planId: string, revision: number): Promise<StepRow[]> {
  if (revision < 2) return [];
  const found = await tx.query({ name: "steps-ended-before", text: ENDED_BEFORE, values: [planId, revision] });
  return found.rows.map((row) => camelRow<StepRow>(row)).sort((a, b) => a.revision - b.revision || a.position - b.position);
}

/** Everything of the request's plan that an answer or a reader needs. */
export async function readPlanPicture(tx: Tx, requestId: string): Promise<{ plan: PlanRow | null; steps: StepRow[]; earlier: StepRow[] }> {
  const plan = await readPlan(tx, requestId);
  if (!plan) return { plan: null, steps: [], earlier: [] };
  return { plan, steps: await readSteps(tx, plan.id, plan.revision), earlier: await readEarlierEnds(tx, plan.id, plan.revision) };
}
