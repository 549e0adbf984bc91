import type { Preview } from "@quartermaster/shared/contracts";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { isBeingEdited } from "../decision/judge-decision.ts";
import type { ApprovalPicture, EditPicture, PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { renewApproval } from "../grants/renew-approval.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import { followsEdit, withReferencesOf } from "./narrow-args.ts";

/** A step whose item was edited and that came back with other args than those. */
export interface MissedEdit {
  code: "edit_not_followed";
  detail: string;
  stepId: string;
}

/** The edit as it stands in a revision that waits for it or follows it; null when the revision had to follow it and does not. */
function editIn(plan: PlanPicture, step: StepPicture, edit: EditPicture): EditPicture | null {
  if (edit.revision !== null || followsEdit(step.body.tool, edit.args, step.body.args)) return edit;
  if (edit.missedBy !== undefined) return null;
  return { ...edit, args: withReferencesOf(step.body.args, edit.args), missedBy: plan.revision };
}

/**
 * Moves items that people edited into a new revision of their plan: each keeps its id, comments, history and the people that it needs.
 * An edit that came after the revision was planned waits for the next one, in which the coordinator had word of it. Returns the first
 * step whose edit the coordinator knew and did not follow, or null.
 */
export function moveEdited(unit: PlanUnit, previous: PlanPicture): MissedEdit | null {
  const { plan } = unit;
  for (const approval of [...previous.approvals]) {
    const step = plan.steps.find((candidate) => candidate.id === approval.stepId);
    if (!step || !approval.edit || (approval.state !== "pending" && approval.state !== "approved")) continue;
    const edit = editIn(plan, step, approval.edit);
    if (!edit) {
      const detail = `${step.body.tool} is not planned as ${approval.edit.by} edited it`;
      return { code: "edit_not_followed", detail, stepId: step.id };
    }
    previous.approvals.splice(previous.approvals.indexOf(approval), 1);
    const place = { planRevision: plan.revision, stepPosition: step.position, stepCount: plan.steps.length };
    plan.approvals.push({ ...approval, ...place, edit });
    step.approvalId = approval.id;
  }
  return null;
}

/** The item that an edited step brought along, or undefined. */
export const editedItem = (plan: PlanPicture, step: StepPicture): ApprovalPicture | undefined =>
  plan.approvals.find((candidate) => candidate.id === step.approvalId && candidate.edit !== null);

/** True when a revision planned a step without an edit that waits, so that the step is planned once more. */
export const isPlannedAgain = (plan: PlanPicture, step: StepPicture): boolean => {
  const item = editedItem(plan, step);
  return item !== undefined && isBeingEdited(item) && item.edit?.missedBy === plan.revision;
};

/**
 * Puts an edited step in front of people again, on a new card; one that is planned once more waits for that, and nobody can approve it
 * as it stands.
 */
export async function askAgain(
  unit: PlanUnit,
  step: StepPicture,
  item: ApprovalPicture,
  preview: Preview,
  verdict: PolicyVerdict,
  moved?: { code: string; detail: string },
): Promise<void> {
  if (!isPlannedAgain(unit.plan, step)) return await renewApproval(unit, step, item, preview, verdict, moved);
  item.outdated = true;
  Object.assign(step, { state: "stale", code: "edited", reason: `${item.edit?.by} asked for less`, preview, policy: item.policy });
}
