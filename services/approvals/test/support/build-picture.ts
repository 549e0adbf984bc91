import { newId } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import type { Card } from "../../src/card/card.ts";
import type { ApprovalPicture, PlanPicture, StepPicture } from "../../src/decision/plan-picture.ts";
import { aStep, transferArgs } from "./build-plan.ts";

const AT = "2026-12-07T09:00:00.000Z";

export const aStepPicture = (
  id: string,
  wish: Partial<StepPicture> & { dependsOn?: string[]; eager?: boolean; tool?: string } = {},
): StepPicture => {
  const { dependsOn = [], eager = false, tool = "transfer_stock", ...rest } = wish;
  return {
    id,
    position: 0,
    body: aStep("demo", newId("req"), { id, agent: "supply", tool, args: transferArgs(), dependsOn, eager }),
    state: "pending",
    code: null,
    reason: null,
    preview: null,
    policy: null,
    executeBy: null,
    approvalId: null,
    grantId: null,
    grantsIssued: 0,
    receipt: null,
    decidedAt: null,
    valueEur: null,
    sku: null,
    destination: null,
    businessDay: null,
    ...rest,
  };
};

export const anApproval = (wish: Partial<ApprovalPicture> = {}): ApprovalPicture => {
  const slots = wish.slots ?? [{ role: "stock_manager", filledBy: null }];
  const cardHash = contentHash({ card: 1 });
  return {
    id: newId("apr"),
    stepId: "a",
    planRevision: 1,
    stepPosition: 0,
    stepCount: 1,
    requestId: newId("req"),
    threadId: newId("thr"),
    requester: "planner.anna",
    agent: "supply",
    tool: "transfer_stock",
    revision: 1,
    state: "pending",
    risk: 1,
    card: { hash: cardHash } as Card,
    cardHash,
    agentNote: null,
    policy: { id: "transfer_stock.default", version: "1", required: slots.length as 1 | 2, slots: [], why: [] },
    decideBy: "2026-12-08T09:00:00.000Z",
    executeBy: null,
    claimedBy: null,
    claimedAt: null,
    delegatedTo: null,
    pausedUntil: null,
    carriedOverFrom: null,
    noEligibleApprover: null,
    outdated: false,
    edit: null,
    createdAt: AT,
    decidedAt: null,
    decisions: [],
    ...wish,
    slots,
  };
};

export const aPlanPicture = (steps: StepPicture[], approvals: ApprovalPicture[] = []): PlanPicture => ({
  tenant: "demo",
  planId: newId("pln"),
  revision: 1,
  planHash: contentHash({}),
  requestId: newId("req"),
  threadId: newId("thr"),
  requester: "planner.anna",
  state: "accepted",
  refusal: null,
  conflicts: [],
  pausedUntil: null,
  cancelRequested: false,
  stopped: false,
  steps: steps.map((step, position) => ({ ...step, position })),
  approvals,
});
