import { runsEagerly } from "./eager-tools.ts";
import type { PlanPicture, StepPicture } from "./plan-picture.ts";
import { takeBackSteps } from "./take-back-steps.ts";

const DEAD = new Set(["rejected", "expired", "cancelled", "failed", "skipped"]);
const WAITING = new Set(["proposed", "pending", "approved", "stale"]);

const dependents = (plan: PlanPicture, step: StepPicture): StepPicture[] =>
  plan.steps.filter((other) => other.body.dependsOn.some((dependency) => dependency.step === step.id));

function skip(plan: PlanPicture, step: StepPicture, code: string, reason: string, at: string): void {
  step.state = "skipped";
  step.code = code;
  step.reason = reason;
  step.decidedAt ??= at;
  const approval = plan.approvals.find((candidate) => candidate.id === step.approvalId);
  if (approval?.state === "pending") {
    approval.state = "withdrawn";
    approval.decidedAt = at;
  }
}

/**
 * Lets outcomes spread: a step whose predecessor came to nothing is skipped and its item withdrawn; a step that no person had to
 * decide and that served only dead steps is skipped too, and so is one that takes an earlier effect back for them, whoever had to
 * decide it: else neither effect would remain. Independent steps go on. Runs to a fixed point; every round ends a step.
 */
export function propagate(plan: PlanPicture, at: string): void {
  const takeBacks = takeBackSteps(plan);
  for (let changed = true; changed; ) {
    changed = false;
    for (const step of plan.steps) {
      if (!WAITING.has(step.state)) continue;
      const before = plan.steps.find(
        (other) => DEAD.has(other.state) && step.body.dependsOn.some((dependency) => dependency.step === other.id),
      );
      const after = dependents(plan, step);
      const forItself = !takeBacks.has(step.id) && (step.approvalId !== null || step.state !== "approved" || runsEagerly(step));
      const servedOnlyDead = !forItself && after.length > 0 && after.every((other) => DEAD.has(other.state));
      if (before) skip(plan, step, "predecessor_not_done", `step ${before.position + 1} (${before.body.tool}) is ${before.state}`, at);
      else if (servedOnlyDead) skip(plan, step, "no_purpose", "no step that it served will run", at);
      else continue;
      changed = true;
    }
  }
}
