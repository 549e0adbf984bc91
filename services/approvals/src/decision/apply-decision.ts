import type { DecisionPicture, PlanPicture } from "./plan-picture.ts";
import { propagate } from "./propagate.ts";

/** Records an accepted decision in the picture: fills the slot, closes the item when it was the last, and lets the outcome spread. */
export function applyDecision(plan: PlanPicture, decision: DecisionPicture, slot: number): void {
  const approval = plan.approvals.find((candidate) => candidate.id === decision.approvalId);
  const step = plan.steps.find((candidate) => candidate.id === approval?.stepId);
  if (!approval || !step) return;
  approval.decisions.push(decision);
  const place = approval.slots[slot];
  if (decision.decision === "approve" && place) place.filledBy = decision.by;
  if (decision.decision === "reject") approval.state = "rejected";
  else if (approval.slots.every((candidate) => candidate.filledBy !== null)) approval.state = "approved";
  if (approval.state === "pending") return;
  approval.decidedAt = decision.at;
  step.decidedAt = decision.at;
  step.state = approval.state === "approved" ? "approved" : "rejected";
  step.code = approval.state === "rejected" ? (decision.reasonCode ?? "rejected") : null;
  step.reason = approval.state === "rejected" ? decision.reason : null;
  propagate(plan, decision.at);
}
