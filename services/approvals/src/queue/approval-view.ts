import type { Principal } from "@quartermaster/shared/contracts";
import type { Card } from "../card/card.ts";
import { isBeingEdited, whyCannotDecide } from "../decision/judge-decision.ts";
import type { ApprovalPicture, DecisionPicture } from "../decision/plan-picture.ts";

const viewDecision = (decision: DecisionPicture) => ({
  id: decision.id,
  by: decision.by,
  role: decision.role,
  decision: decision.decision,
  reason: decision.reason,
  reasonCode: decision.reasonCode,
  at: decision.at,
  cardHash: decision.cardHash,
});

/** Code of why the viewer cannot decide, or null. A decided item says what became of it. */
function cannotDecideBecause(approval: ApprovalPicture, viewer: Principal, businessNow: string): string | null {
  if (approval.state !== "pending")
    return approval.state === "approved" || approval.state === "rejected" ? "already_decided" : approval.state;
  if (Date.parse(approval.decideBy) <= Date.parse(businessNow)) return "expired";
  if (approval.pausedUntil !== null) return "requester_is_changing_this";
  if (isBeingEdited(approval)) return "card_outdated";
  return whyCannotDecide(approval, viewer.user, viewer.roles);
}

/** An item as `GET /v1/approvals/{id}` shows it to one person. */
export function viewApproval(approval: ApprovalPicture, viewer: Principal, businessNow: string) {
  const because = cannotDecideBecause(approval, viewer, businessNow);
  const mayDecide = whyCannotDecide(approval, viewer.user, viewer.roles) === null;
  return {
    id: approval.id,
    revision: approval.revision,
    state: approval.state,
    requestId: approval.requestId,
    threadId: approval.threadId,
    stepId: approval.stepId,
    stepNumber: approval.stepPosition + 1,
    stepCount: approval.stepCount,
    planRevision: approval.planRevision,
    requester: approval.requester,
    agent: approval.agent,
    tool: approval.tool,
    risk: approval.risk,
    card: approval.card,
    agentNote: approval.agentNote === null ? null : { text: approval.agentNote, verified: false },
    policy: {
      id: approval.policy.id,
      version: approval.policy.version,
      required: approval.policy.required,
      slots: approval.slots,
      why: approval.policy.why,
    },
    decisions: approval.decisions.map(viewDecision),
    given: approval.slots.filter((slot) => slot.filledBy !== null).length,
    claimedBy: approval.claimedBy,
    claimedAt: approval.claimedAt,
    delegatedTo: approval.delegatedTo,
    paused: approval.pausedUntil !== null,
    outdated: approval.outdated,
    edit: approval.edit,
    carriedOverFrom: approval.carriedOverFrom,
    noEligibleApprover: approval.noEligibleApprover,
    decideBy: approval.decideBy,
    executeBy: approval.executeBy,
    createdAt: approval.createdAt,
    decidedAt: approval.decidedAt,
    canDecide: because === null,
    // Who wants none of a step need not wait until less of it is planned.
    canReject: because === null || (isBeingEdited(approval) && because === "card_outdated" && mayDecide),
    cannotDecideBecause: because,
  };
}

export type ApprovalView = ReturnType<typeof viewApproval>;

/** An item as a list shows it: without the card's long parts, with what a row needs. */
export function summariseApproval(view: ApprovalView, summary: string) {
  const { args: _args, before: _before, after: _after, names: _names, ...card }: Card = view.card;
  return { ...view, card, headline: card.headline, summary, conflictCount: card.conflicts.length, tainted: card.tainted };
}
