import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@quartermaster/shared/db";
import { openRolesOf } from "../decision/open-roles.ts";
import type { ApprovalPicture, DecisionPicture, PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { searchFields, storable } from "../queue/search-fields.ts";

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

const UPDATE_STEP = `update plan_steps set state = $4, code = $5, reason = $6, preview = $7, policy = $8, execute_by = $9, approval_id = $10, grant_id = $11,
  grants_issued = $12, receipt = $13, decided_at = $14, value_eur = $15, sku = $16, destination = $17, business_day = $18
  where plan_id = $1 and revision = $2 and step_id = $3`;

async function saveStep(tx: Tx, plan: PlanPicture, step: StepPicture): Promise<void> {
  const values = [
    ...[
      plan.planId,
      plan.revision,
      step.id,
      step.state,
      step.code,
      step.reason,
      json(step.preview),
      json(step.policy),
      step.executeBy,
      step.approvalId,
    ],
    ...[step.grantId, step.grantsIssued, json(step.receipt), step.decidedAt, step.valueEur, step.sku, step.destination, step.businessDay],
  ];
  await tx.query({ name: "step-update", text: UPDATE_STEP, values });
}

const UPSERT_APPROVAL = `insert into approvals (tenant, id, plan_id, plan_revision, step_id, step_position, step_count, request_id, thread_id, requester, agent, tool,
  revision, state, risk, headline, summary, tainted, conflict_count, card, card_hash, agent_note, policy, slots, open_roles, filled_by, skus, locations, search,
  decide_by, execute_by, claimed_by, claimed_at, delegated_to, paused_until, carried_over_from, no_eligible_approver, outdated, created_at, decided_at, edit)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32,
  $33, $34, $35, $36, $37, $38, $39, $40, $41)
  on conflict (id) do update set plan_revision = excluded.plan_revision, step_position = excluded.step_position, step_count = excluded.step_count,
  revision = excluded.revision, state = excluded.state, risk = excluded.risk, headline = excluded.headline, summary = excluded.summary, tainted = excluded.tainted,
  conflict_count = excluded.conflict_count, card = excluded.card, card_hash = excluded.card_hash, policy = excluded.policy, slots = excluded.slots,
  open_roles = excluded.open_roles, filled_by = excluded.filled_by, skus = excluded.skus, locations = excluded.locations, search = excluded.search,
  decide_by = excluded.decide_by, execute_by = excluded.execute_by, claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at,
  delegated_to = excluded.delegated_to, paused_until = excluded.paused_until, carried_over_from = excluded.carried_over_from,
  no_eligible_approver = excluded.no_eligible_approver, outdated = excluded.outdated, decided_at = excluded.decided_at, edit = excluded.edit`;

async function saveApproval(tx: Tx, plan: PlanPicture, a: ApprovalPicture): Promise<void> {
  const search = searchFields(a.card);
  const openRoles = a.state === "pending" ? openRolesOf(a) : [];
  const filledBy = a.slots.flatMap((slot) => (slot.filledBy === null ? [] : [slot.filledBy]));
  const values = [
    ...[
      plan.tenant,
      a.id,
      plan.planId,
      a.planRevision,
      a.stepId,
      a.stepPosition,
      a.stepCount,
      a.requestId,
      a.threadId,
      a.requester,
      a.agent,
      a.tool,
    ],
    ...[
      a.revision,
      a.state,
      a.risk,
      storable(a.card.headline),
      search.summary,
      a.card.tainted,
      a.card.conflicts.length,
      json(a.card),
      a.cardHash,
      a.agentNote === null ? null : storable(a.agentNote),
    ],
    ...[
      json(a.policy),
      json(a.slots),
      openRoles,
      filledBy,
      search.skus,
      search.locations,
      search.text,
      a.decideBy,
      a.executeBy,
      a.claimedBy,
      a.claimedAt,
    ],
    ...[a.delegatedTo, a.pausedUntil, a.carriedOverFrom, a.noEligibleApprover, a.outdated, a.createdAt, a.decidedAt, json(a.edit)],
  ];
  await tx.query({ name: "approval-upsert", text: UPSERT_APPROVAL, values });
}

const INSERT_DECISION = `insert into decisions (tenant, id, approval_id, approval_revision, by_user, role, decision, reason, reason_code, card_hash, void, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id) do update set void = excluded.void`;

async function saveDecision(tx: Tx, tenant: string, d: DecisionPicture): Promise<void> {
  const values = [
    tenant,
    d.id,
    d.approvalId,
    d.approvalRevision,
    d.by,
    d.role,
    d.decision,
    d.reason,
    d.reasonCode,
    d.cardHash,
    d.void,
    d.at,
  ];
  await tx.query({ name: "decision-insert", text: INSERT_DECISION, values });
}

export interface SavedPlan {
  /** True when anything was written. */
  changed: boolean;
  /** Items that are new or differ, for the queue's stream. */
  approvals: ApprovalPicture[];
}

/** Writes what differs between the picture as it was read and as it is now. */
export async function savePlan(tx: Tx, original: PlanPicture, plan: PlanPicture): Promise<SavedPlan> {
  const approvals: ApprovalPicture[] = [];
  let changed = false;
  for (const step of plan.steps) {
    const before = original.steps.find((candidate) => candidate.id === step.id);
    if (before && isDeepStrictEqual(before, step)) continue;
    await saveStep(tx, plan, step);
    changed = true;
  }
  for (const approval of plan.approvals) {
    const before = original.approvals.find((candidate) => candidate.id === approval.id);
    if (before && isDeepStrictEqual(before, approval)) continue;
    const { decisions, ...rest } = approval;
    const { decisions: oldDecisions, ...oldRest } = before ?? { decisions: [] };
    if (!before || !isDeepStrictEqual(rest, oldRest)) await saveApproval(tx, plan, approval);
    for (const decision of decisions) {
      if (!oldDecisions.some((old) => isDeepStrictEqual(old, decision))) await saveDecision(tx, plan.tenant, decision);
    }
    approvals.push(approval);
    changed = true;
  }
  if (plan.state !== original.state || !isDeepStrictEqual(plan.refusal, original.refusal)) {
    await tx.query("update plans set state = $3, refusal = $4 where plan_id = $1 and revision = $2", [
      plan.planId,
      plan.revision,
      plan.state,
      json(plan.refusal),
    ]);
    changed = true;
  }
  if (plan.pausedUntil !== original.pausedUntil || plan.cancelRequested !== original.cancelRequested) {
    await tx.query("update plan_heads set paused_until = $2, cancel_requested = $3 where plan_id = $1", [
      plan.planId,
      plan.pausedUntil,
      plan.cancelRequested,
    ]);
    changed = true;
  }
  return { changed, approvals };
}
