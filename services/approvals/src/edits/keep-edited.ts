import type { Preview } from "@quartermaster/shared/contracts";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { isBeingEdited } from "../decision/judge-decision.ts";
import type { ApprovalPicture, PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { renewApproval } from "../grants/renew-approval.ts";
import { asksForMore, type PolicyVerdict } from "../policy/evaluate-policy.ts";
import { followsEdit } from "./narrow-args.ts";

/** A step whose item was edited and that came back with other args than those. */
export interface MissedEdit {
  code: "edit_not_followed";
  detail: string;
  stepId: string;
}

/**
 * Moves items that wait for the new revision of an edited step into it: the item keeps its id, comments and history, and gets a new
 * card. Returns the first step that the revision does not plan as it was edited, or null.
 */
export function moveEdited(unit: PlanUnit, previous: PlanPicture): MissedEdit | null {
  const { plan } = unit;
  for (const approval of previous.approvals.filter((candidate) => candidate.state === "pending" && isBeingEdited(candidate))) {
    const step = plan.steps.find((candidate) => candidate.id === approval.stepId);
    if (!step || !approval.edit) continue;
    if (!followsEdit(approval.edit.args, step.body.args))
      return {
        code: "edit_not_followed",
        detail: `${step.body.tool} is not planned as ${approval.edit.by} edited it`,
        stepId: step.id,
      };
    previous.approvals.splice(previous.approvals.indexOf(approval), 1);
    plan.approvals.push({ ...approval, planRevision: plan.revision, stepPosition: step.position, stepCount: plan.steps.length });
    step.approvalId = approval.id;
  }
  return null;
}

/** The item that an edited step brought along, or undefined. */
export const editedItem = (plan: PlanPicture, step: StepPicture): ApprovalPicture | undefined =>
  plan.approvals.find((candidate) => candidate.id === step.approvalId && isBeingEdited(candidate));

/**
 * Puts an edited step in front of people again, on a new card. Less of the same may fall under a threshold, but whoever edits must not
 * rid a step of the people that had to decide it.
 */
export async function askAgain(
  unit: PlanUnit,
  step: StepPicture,
  item: ApprovalPicture,
  preview: Preview,
  verdict: PolicyVerdict,
  moved?: { code: string; detail: string },
): Promise<void> {
  const people = asksForMore(verdict, item.policy) ? item.policy : verdict;
  await renewApproval(unit, step, item, preview, people, moved);
}
