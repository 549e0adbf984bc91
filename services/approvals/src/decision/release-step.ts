import type { PlanPicture, StepPicture } from "./plan-picture.ts";
import { propagate } from "./propagate.ts";

/** Why a grant did nothing. `isVoided`: an epoch that approvals raised after signing it took it back. */
export interface UnusedGrant {
  code: string | null;
  reason: string | null;
  isVoided?: boolean;
}

/**
 * Ends a grant that did nothing and never will. The step may be granted again, unless its plan is over: then nobody would ever look at
 * it again, so it is cancelled and that spreads. A grant that an epoch voided counts as never issued: the executor did not leave it unused.
 * An executor that is ahead of approvals refuses every grant; those count, or the step would be granted without end.
 */
export function releaseStep(plan: PlanPicture, step: StepPicture, why: UnusedGrant, at: string): void {
  if (why.isVoided === true) step.grantsIssued = Math.max(0, step.grantsIssued - 1);
  const over = plan.cancelRequested || plan.state !== "accepted";
  const code = over ? "cancelled" : why.code;
  Object.assign(step, { state: over ? "cancelled" : "approved", grantId: null, code, reason: why.reason });
  if (over) propagate(plan, at);
}
