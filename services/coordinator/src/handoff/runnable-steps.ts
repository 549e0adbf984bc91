import { FINAL_STEP_STATES } from "@quartermaster/shared/contracts";
import type { StepRow } from "./plan-store.ts";

type Step = Pick<StepRow, "stepId" | "state" | "grantId" | "receipt" | "step">;

const isDone = (step: Step | undefined, until: "receipt" | "outcome"): boolean => {
  if (step?.state !== "succeeded") return false;
  const outcome = step.receipt?.externalOutcome ?? null;
  return until === "receipt" || outcome === null || outcome === "confirmed";
};

const isDecided = (step: Step): boolean => step.state !== "proposed" && step.state !== "pending";

/**
 * Steps that approvals should be told to run: not granted yet, every predecessor succeeded, and every step that depends on it
 * decided, unless the tool is eager. A step without predecessors whose decision just came is granted
 * by approvals itself; being told again is harmless.
 */
export function runnableSteps<S extends Step>(steps: readonly S[]): S[] {
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  return steps.filter((step) => {
    if (FINAL_STEP_STATES.includes(step.state) || step.grantId !== null || step.receipt !== null) return false;
    if (step.state !== "approved" && step.state !== "proposed") return false;
    if (!step.step.dependsOn.every((dependency) => isDone(byId.get(dependency.step), dependency.until))) return false;
    const dependents = steps.filter((other) => other.step.dependsOn.some((dependency) => dependency.step === step.stepId));
    return step.step.eager || dependents.every(isDecided);
  });
}
