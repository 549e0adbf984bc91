import type { ApprovalState, JsonObject, PlanConflict, PlanStep, Preview, Receipt, StepState } from "@quartermaster/shared/contracts";
import type { Card } from "../card/card.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";

/** A step of the plan revision in force, with everything approvals knows of it. */
export interface StepPicture {
  id: string;
  position: number;
  body: PlanStep;
  state: StepState;
  code: string | null;
  reason: string | null;
  preview: Preview | null;
  policy: PolicyVerdict | null;
  /** Business time, ISO; null = no limit. */
  executeBy: string | null;
  approvalId: string | null;
  grantId: string | null;
  grantsIssued: number;
  receipt: Receipt | null;
  decidedAt: string | null;
  valueEur: string | null;
  sku: string | null;
  destination: string | null;
  businessDay: string | null;
}

export interface SlotPicture {
  role: string;
  filledBy: string | null;
  /** Role that may fill it as well, since the item was passed on. */
  also?: string;
}

export interface DecisionPicture {
  id: string;
  approvalId: string;
  approvalRevision: number;
  by: string;
  role: string;
  decision: "approve" | "reject";
  reason: string | null;
  reasonCode: string | null;
  cardHash: string;
  void: boolean;
  at: string;
}

/** What an approver narrowed a step to. */
export interface EditPicture {
  id: string;
  by: string;
  role: string;
  at: string;
  from: JsonObject;
  args: JsonObject;
  /** Revision of the item whose card shows it; null while the coordinator plans it. */
  revision: number | null;
  /** Revision of the plan that was on its way when the edit came, and planned the step without it. The next one has to follow. */
  missedBy?: number;
}

/** One item of the queue. */
export interface ApprovalPicture {
  id: string;
  stepId: string;
  planRevision: number;
  stepPosition: number;
  stepCount: number;
  requestId: string;
  threadId: string;
  requester: string;
  agent: string;
  tool: string;
  revision: number;
  state: ApprovalState;
  risk: 1 | 2 | 3;
  card: Card;
  cardHash: string;
  agentNote: string | null;
  policy: PolicyVerdict;
  slots: SlotPicture[];
  decideBy: string;
  executeBy: string | null;
  claimedBy: string | null;
  claimedAt: string | null;
  delegatedTo: string | null;
  pausedUntil: string | null;
  carriedOverFrom: number | null;
  noEligibleApprover: string | null;
  /** True while a guard of the step is known to be broken: a new plan revision is needed. */
  outdated: boolean;
  /** Newest edit. */
  edit: EditPicture | null;
  createdAt: string;
  decidedAt: string | null;
  decisions: DecisionPicture[];
}

export type PlanRowState = "received" | "accepted" | "refused" | "superseded" | "withdrawn";

/** A plan revision as one value: what the pure rules of this folder look at and change. */
export interface PlanPicture {
  tenant: string;
  planId: string;
  revision: number;
  planHash: string;
  requestId: string;
  threadId: string;
  requester: string;
  state: PlanRowState;
  refusal: { code: string; detail: string; stepId: string | null } | null;
  conflicts: PlanConflict[];
  pausedUntil: string | null;
  cancelRequested: boolean;
  /** True while the tenant's kill switch is on: nothing is granted. */
  stopped: boolean;
  steps: StepPicture[];
  approvals: ApprovalPicture[];
}
