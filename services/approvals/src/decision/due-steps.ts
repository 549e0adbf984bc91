import { runsEagerly } from "./eager-tools.ts";
import type { PlanPicture, StepPicture } from "./plan-picture.ts";
import { takeBackSteps } from "./take-back-steps.ts";

const UNDECIDED = new Set(["proposed", "pending", "stale"]);

/** True when a dependency has done what the dependent waits for. */
function fulfilled(plan: PlanPicture, dependency: { step: string; until: "receipt" | "outcome" }): boolean {
  const step = plan.steps.find((candidate) => candidate.id === dependency.step);
  if (step?.state !== "succeeded") return false;
  if (dependency.until === "receipt") return true;
  const outcome = step.receipt?.externalOutcome ?? null;
  return outcome === null || outcome === "confirmed";
}

/** Steps that depend on this one, over any number of steps, but not beyond eager ones: those run on their own anyway. */
function servedBy(plan: PlanPicture, step: StepPicture, seen = new Set<string>()): StepPicture[] {
  const direct = plan.steps.filter(
    (other) => !seen.has(other.id) && other.body.dependsOn.some((dependency) => dependency.step === step.id),
  );
  for (const other of direct) seen.add(other.id);
  return direct.flatMap((other) => (runsEagerly(other) ? [other] : [other, ...servedBy(plan, other, seen)]));
}

/**
 * Steps that run now: granted, every predecessor succeeded, and every step that depends on them decided unless the tool is eager.
 * So a reservation waits for the approvals that it serves, and nothing is taken back for what nobody has approved.
 */
export function dueSteps(plan: PlanPicture, businessNow: string): StepPicture[] {
  if (plan.state !== "accepted" || plan.cancelRequested || plan.stopped) return [];
  if (plan.pausedUntil !== null && Date.parse(plan.pausedUntil) > Date.parse(businessNow)) return [];
  const takeBacks = takeBackSteps(plan);
  return plan.steps.filter(
    (step) =>
      step.state === "approved" &&
      step.body.dependsOn.every((dependency) => fulfilled(plan, dependency)) &&
      ((runsEagerly(step) && !takeBacks.has(step.id)) || servedBy(plan, step).every((other) => !UNDECIDED.has(other.state))),
  );
}
