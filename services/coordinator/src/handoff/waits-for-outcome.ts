import { type ReplannedStep, unfinished } from "./replan.ts";

/**
 * True while a plan cannot be planned again yet: a step is being executed, which takes minutes, or one that would be planned again
 * depends on a step of which nobody knows what became of it. Such a call may stay unknown for days; what does not depend on it goes on.
 */
export function waitsForOutcome(steps: readonly ReplannedStep[]): boolean {
  if (steps.some((step) => step.state === "executing")) return true;
  const unknown = new Set(steps.filter((step) => step.state === "unknown").map((step) => step.stepId));
  return unfinished(steps).some((step) => step.step.dependsOn.some((dependency) => unknown.has(dependency.step)));
}
