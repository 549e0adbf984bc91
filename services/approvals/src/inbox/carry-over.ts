import type { StepPicture } from "../decision/plan-picture.ts";

const CARRIED = new Set(["pending", "approved", "executing", "succeeded", "unknown", "rejected", "expired"]);

/**
 * Steps of a new revision whose decisions stay: equal content hash (it covers args, guards and dependencies) and the same for every
 * step that they refer to. Returns old step by new step id.
 */
export function carriedSteps(older: readonly StepPicture[], newer: readonly StepPicture[]): Map<string, StepPicture> {
  const carried = new Map<string, StepPicture>();
  for (const step of newer) {
    const match = older.find((old) => old.id === step.id && old.body.contentHash === step.body.contentHash && CARRIED.has(old.state));
    if (match && step.body.dependsOn.every((dependency) => carried.has(dependency.step))) carried.set(step.id, match);
  }
  return carried;
}
