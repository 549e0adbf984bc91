import type { PlanState } from "@quartermaster/shared/contracts";
import type { ApprovalPicture, EditPicture, PlanPicture } from "../decision/plan-picture.ts";

const editOf = ({ id, by, args, at }: EditPicture) => ({ id, by, args, at });

const describeApproval = (approval: ApprovalPicture): NonNullable<PlanState["steps"][number]["approval"]> => ({
  id: approval.id,
  state: approval.state,
  revision: approval.revision,
  required: approval.policy.required,
  slots: approval.slots.map(({ role, filledBy }) => ({ role, filledBy })),
  decideBy: approval.decideBy,
  executeBy: approval.executeBy,
  policyId: approval.policy.id,
  noEligibleApprover: approval.noEligibleApprover,
  // Whoever rejected the item meanwhile wants none of it, so nothing is planned anew.
  ...(approval.state === "pending" && approval.edit && approval.edit.revision === null ? { edit: editOf(approval.edit) } : {}),
});

/** The full picture that the coordinator gets after every change. */
export function planStateOf(plan: PlanPicture, sequence: number, at: string, state?: PlanState["state"]): PlanState {
  const derived = plan.state === "received" ? "accepted" : plan.state;
  return {
    v: 1,
    tenant: plan.tenant,
    requestId: plan.requestId,
    planId: plan.planId,
    revision: plan.revision,
    planHash: plan.planHash,
    sequence,
    state: state ?? derived,
    refusal: plan.refusal,
    steps: plan.steps.map((step) => {
      const approval = plan.approvals.find((candidate) => candidate.id === step.approvalId);
      return {
        stepId: step.id,
        state: step.state,
        code: step.code,
        reason: step.reason,
        approval: approval ? describeApproval(approval) : null,
        preview: step.preview ? { before: step.preview.before, after: step.preview.after } : null,
        grantId: step.grantId,
        decidedBy: (approval?.decisions ?? [])
          .filter((decision) => !decision.void)
          .map((decision) => ({
            user: decision.by,
            role: decision.role,
            decision: decision.decision,
            reason: decision.reason,
            at: decision.at,
          })),
      };
    }),
    at,
  };
}
