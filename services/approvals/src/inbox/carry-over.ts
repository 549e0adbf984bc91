import { isBeingEdited } from "../decision/judge-decision.ts";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";

const CARRIED = new Set(["pending", "approved", "executing", "succeeded", "unknown", "rejected", "expired"]);

/**
 * Steps of a new revision whose decisions stay: equal content hash (it covers args, guards and dependencies) and the same for every
 * step that they refer to. Whoever rejected a step while it was planned anew for an edit wants none of the narrowed one either.
 * Returns old step by new step id.
 */
export function carriedSteps(older: PlanPicture | null, newer: readonly StepPicture[]): Map<string, StepPicture> {
  const carried = new Map<string, StepPicture>();
  if (!older) return carried;
  const noMore = new Set(older.approvals.filter((item) => item.state === "rejected" && isBeingEdited(item)).map((item) => item.stepId));
  for (const step of newer) {
    const rejected = noMore.has(step.id) ? older.steps.find((old) => old.id === step.id && old.state === "rejected") : undefined;
    if (rejected) carried.set(step.id, rejected);
    const match = older.steps.find((old) => old.id === step.id && old.body.contentHash === step.body.contentHash && CARRIED.has(old.state));
    if (match && step.body.dependsOn.every((dependency) => carried.has(dependency.step))) carried.set(step.id, match);
  }
  return carried;
}
