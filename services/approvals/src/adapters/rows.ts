import type { PlanConflict, PlanStep, Preview, Receipt } from "@quartermaster/shared/contracts";
import type { Card } from "../card/card.ts";
import type {
  ApprovalPicture,
  DecisionPicture,
  EditPicture,
  PlanPicture,
  PlanRowState,
  SlotPicture,
  StepPicture,
} from "../decision/plan-picture.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";

export interface HeadRow {
  plan_id: string;
  request_id: string;
  thread_id: string;
  revision: number;
  sequence: number;
  paused_until: string | null;
  cancel_requested: boolean;
  stopped: boolean;
}

export interface PlanRow {
  plan_id: string;
  revision: number;
  plan_hash: string;
  requester: string;
  state: PlanRowState;
  refusal: PlanPicture["refusal"];
  conflicts: PlanConflict[] | null;
}

export interface StepRow {
  step_id: string;
  position: number;
  body: PlanStep;
  state: StepPicture["state"];
  code: string | null;
  reason: string | null;
  preview: Preview | null;
  policy: PolicyVerdict | null;
  execute_by: string | null;
  approval_id: string | null;
  grant_id: string | null;
  grants_issued: number;
  receipt: Receipt | null;
  decided_at: string | null;
  value_eur: string | null;
  sku: string | null;
  destination: string | null;
  business_day: string | null;
}

export interface ApprovalRow {
  id: string;
  step_id: string;
  plan_id: string;
  plan_revision: number;
  step_position: number;
  step_count: number;
  request_id: string;
  thread_id: string;
  requester: string;
  agent: string;
  tool: string;
  revision: number;
  state: ApprovalPicture["state"];
  risk: 1 | 2 | 3;
  card: Card;
  card_hash: string;
  agent_note: string | null;
  policy: PolicyVerdict;
  slots: SlotPicture[];
  decide_by: string;
  execute_by: string | null;
  claimed_by: string | null;
  claimed_at: string | null;
  delegated_to: string | null;
  paused_until: string | null;
  carried_over_from: number | null;
  no_eligible_approver: string | null;
  outdated: boolean;
  edit: EditPicture | null;
  created_at: string;
  decided_at: string | null;
}

export interface DecisionRow {
  id: string;
  approval_id: string;
  approval_revision: number;
  by_user: string;
  role: string;
  decision: "approve" | "reject";
  reason: string | null;
  reason_code: string | null;
  card_hash: string;
  void: boolean;
  at: string;
}

export const toStep = (row: StepRow): StepPicture => ({
  id: row.step_id,
  position: row.position,
  body: row.body,
  state: row.state,
  code: row.code,
  reason: row.reason,
  preview: row.preview,
  policy: row.policy,
  executeBy: row.execute_by,
  approvalId: row.approval_id,
  grantId: row.grant_id,
  grantsIssued: row.grants_issued,
  receipt: row.receipt,
  decidedAt: row.decided_at,
  valueEur: row.value_eur,
  sku: row.sku,
  destination: row.destination,
  businessDay: row.business_day,
});

const toDecision = (row: DecisionRow): DecisionPicture => ({
  id: row.id,
  approvalId: row.approval_id,
  approvalRevision: row.approval_revision,
  by: row.by_user,
  role: row.role,
  decision: row.decision,
  reason: row.reason,
  reasonCode: row.reason_code,
  cardHash: row.card_hash,
  void: row.void,
  at: row.at,
});

export const toApproval = (row: ApprovalRow, decisions: readonly DecisionRow[]): ApprovalPicture => ({
  id: row.id,
  stepId: row.step_id,
  planRevision: row.plan_revision,
  stepPosition: row.step_position,
  stepCount: row.step_count,
  requestId: row.request_id,
  threadId: row.thread_id,
  requester: row.requester,
  agent: row.agent,
  tool: row.tool,
  revision: row.revision,
  state: row.state,
  risk: row.risk,
  card: row.card,
  cardHash: row.card_hash,
  agentNote: row.agent_note,
  policy: row.policy,
  slots: row.slots,
  decideBy: row.decide_by,
  executeBy: row.execute_by,
  claimedBy: row.claimed_by,
  claimedAt: row.claimed_at,
  delegatedTo: row.delegated_to,
  pausedUntil: row.paused_until,
  carriedOverFrom: row.carried_over_from,
  noEligibleApprover: row.no_eligible_approver,
  outdated: row.outdated,
  edit: row.edit,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  decisions: decisions.filter((decision) => decision.approval_id === row.id).map(toDecision),
});
