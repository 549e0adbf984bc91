import type { PlanPicture, StepPicture } from "./plan-picture.ts";
import { propagate } from "./propagate.ts";

/**
 * Ends a grant that did nothing and never will. The step may be granted again, unless its plan is over: then nobody would ever look at
 * it again, so it is cancelled and that spreads.
 */
export function releaseStep(plan: PlanPicture, step: StepPicture, why: { code: string | null; reason: string | null }, at: string): void {
  const over = plan.cancelRequested || plan.state !== "accepted";
  const code = over ? "cancelled" : why.code;
  Object.assign(step, { state: over ? "cancelled" : "approved", grantId: null, code, reason: why.reason });
  if (over) propagate(plan, at);
}
