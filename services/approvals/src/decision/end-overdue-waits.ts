import type { PlanPicture, StepPicture } from "./plan-picture.ts";

/** The step whose outside outcome a step waits for too long, if there is one. */
function overdueBefore(plan: PlanPicture, step: StepPicture, now: string, limitMs: number): StepPicture | undefined {
  return step.body.dependsOn
    .filter((dependency) => dependency.until === "outcome")
    .map((dependency) => plan.steps.find((candidate) => candidate.id === dependency.step))
    .find((before) => before?.receipt?.externalOutcome === "pending" && Date.parse(before.receipt.at) + limitMs <= Date.parse(now));
}

/**
 * Ends steps that wait for an answer which the outside party has not given in time: nothing waits for ever, and the request names
 * what is open. An answer that comes later is still recorded. Gives the steps that were ended.
 */
export function endOverdueWaits(plan: PlanPicture, now: string, limitMs: number): StepPicture[] {
  const ended: StepPicture[] = [];
  for (const step of plan.steps) {
    if (step.state !== "approved") continue;
    const before = overdueBefore(plan, step, now, limitMs);
    if (!before) continue;
    step.state = "skipped";
    step.code = "outcome_overdue";
    step.reason = `step ${before.position + 1} (${before.body.tool}) was sent at ${before.receipt?.at} and has no answer yet`;
    ended.push(step);
  }
  return ended;
}
