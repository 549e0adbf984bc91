import type { Plan, RequestToken } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { planHashOf, stepContentHash, stepEffectKey, type Verifier } from "@quartermaster/shared/signing";
import { referencesIn } from "../previews/references.ts";

export interface PlanFault {
  code: string;
  detail: string;
  stepId: string | null;
}

function checkSteps(plan: Plan): PlanFault | null {
  const seen = new Set<string>();
  for (const step of plan.steps) {
    const fault = (code: string, detail: string): PlanFault => ({ code, detail, stepId: step.id });
    if (seen.has(step.id)) return fault("plan_invalid", "two steps have the same id");
    const hash = stepContentHash({ tool: step.tool, args: step.args, guards: step.guards, dependsOn: step.dependsOn });
    if (hash !== step.contentHash) return fault("plan_invalid", "the content hash does not fit the step");
    if (stepEffectKey(plan.tenant, plan.requestId, step.tool, hash) !== step.effectKey)
      return fault("plan_invalid", "the effect key does not fit the step");
    const waitsFor = new Set(step.dependsOn.map((dependency) => dependency.step));
    for (const id of waitsFor) if (!seen.has(id)) return fault("plan_invalid", "a step depends on one that does not stand before it");
    for (const reference of referencesIn(step.args)) {
      if (!waitsFor.has(reference.step)) return fault("plan_invalid", "a reference names a step that this one does not wait for");
    }
    for (const guard of step.guards) {
      if (guard.kind === "exact" && guard.version.startsWith("after:") && !seen.has(guard.version.slice(6)))
        return fault("plan_invalid", "a guard names a step that does not stand before it");
    }
    seen.add(step.id);
  }
  return null;
}

/**
 * Checks what a plan says about itself: hash, step hashes, order, references, and the request token, which alone says who asked.
 * Pure apart from the signature. Returns the requester, or why the plan is refused.
 * @throws AppError unavailable while the signature cannot be checked
 */
export function checkPlan(plan: Plan, verifier: Verifier): { token: RequestToken } | { fault: PlanFault } {
  if (planHashOf(plan) !== plan.planHash)
    return { fault: { code: "plan_invalid", detail: "the plan hash does not fit the plan", stepId: null } };
  let token: RequestToken;
  try {
    token = verifier.verify("request-token", plan.requestToken, ["approvals"]);
  } catch (error) {
    if (AppError.isInstance(error) && error.retryable) throw error;
    return { fault: { code: "requester_unknown", detail: "the request token does not verify", stepId: null } };
  }
  if (token.tenant !== plan.tenant || token.requestId !== plan.requestId)
    return { fault: { code: "requester_unknown", detail: "the request token is for another request", stepId: null } };
  const fault = checkSteps(plan);
  return fault ? { fault } : { token };
}
