import type { Tx } from "@quartermaster/shared/db";
import type { PlanPicture } from "../decision/plan-picture.ts";
import { type ApprovalRow, type DecisionRow, type HeadRow, type PlanRow, type StepRow, toApproval, toStep } from "./rows.ts";

const PLAN = `select plan_id, revision, plan_hash, requester, state, refusal, body -> 'conflicts' as conflicts from plans where plan_id = $1 and revision = $2`;
const STEPS = `select step_id, position, body, state, code, reason, preview, policy, execute_by, approval_id, grant_id, grants_issued, receipt, decided_at,
  value_eur::text as value_eur, sku, destination, business_day from plan_steps where plan_id = $1 and revision = $2 order by position`;
const APPROVALS = "select * from approvals where plan_id = $1 and plan_revision = $2 order by step_position";
const DECISIONS = `select d.* from decisions d join approvals a on a.id = d.approval_id where a.plan_id = $1 and a.plan_revision = $2 order by d.at, d.id`;

/** Reads a plan's lock row; with `lock` everything about the plan waits for this transaction. */
export async function readHead(tx: Tx, planId: string, lock: boolean): Promise<HeadRow | null> {
  const text = `select plan_id, request_id, thread_id, revision, sequence, paused_until, cancel_requested, execution_stopped(tenant) as stopped from plan_heads where plan_id = $1${lock ? " for update" : ""}`;
  return (await tx.query<HeadRow>({ name: lock ? "head-lock" : "head-read", text, values: [planId] })).rows[0] ?? null;
}

/** Reads one revision of a plan as a picture; null when it does not exist. */
export async function loadPlan(tx: Tx, tenant: string, head: HeadRow, revision: number): Promise<PlanPicture | null> {
  const values = [head.plan_id, revision];
  const plan = (await tx.query<PlanRow>({ name: "plan-read", text: PLAN, values })).rows[0];
  if (!plan) return null;
  const steps = (await tx.query<StepRow>({ name: "steps-read", text: STEPS, values })).rows;
  const approvals = (await tx.query<ApprovalRow>({ name: "approvals-read", text: APPROVALS, values })).rows;
  const decisions = approvals.length === 0 ? [] : (await tx.query<DecisionRow>({ name: "decisions-read", text: DECISIONS, values })).rows;
  return {
    tenant,
    planId: head.plan_id,
    revision,
    planHash: plan.plan_hash,
    requestId: head.request_id,
    threadId: head.thread_id,
    requester: plan.requester,
    state: plan.state,
    refusal: plan.refusal,
    conflicts: plan.conflicts ?? [],
    pausedUntil: head.paused_until,
    cancelRequested: head.cancel_requested,
    stopped: head.stopped,
    steps: steps.map(toStep),
    approvals: approvals.map((row) => toApproval(row, decisions)),
  };
}
