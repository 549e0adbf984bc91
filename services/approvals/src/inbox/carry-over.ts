import { isBeingEdited } from "../decision/judge-decision.ts";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";

const CARRIED = new Set(["pending", "approved", "executing", "succeeded", "unknown", "rejected", "expired"]);

/** States that no other version of the tool can change any more. */
const SETTLED = new Set(["executing", "succeeded", "unknown", "rejected", "expired"]);

/** The content hash says nothing of who runs the tool, nor of which version: what people approved must not run as something else. */
const sameTool = (old: StepPicture, step: StepPicture): boolean =>
  old.body.agent === step.body.agent && old.body.toolVersion === step.body.toolVersion && old.body.schemaHash === step.body.schemaHash;

/**
 * Steps of a new revision whose decisions stay: equal content hash (it covers args, guards and dependencies), the same version of the tool, and
 * the same for every step that they refer to. Whoever rejected a step while it was planned anew for an edit wants none of the narrowed one either.
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
    if (match && !SETTLED.has(match.state) && !sameTool(match, step)) continue;
    if (match && step.body.dependsOn.every((dependency) => carried.has(dependency.step))) carried.set(step.id, match);
  }
  return carried;
}
