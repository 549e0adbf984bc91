import type { Preview } from "@quartermaster/shared/contracts";
import { standingDecisions } from "../decision/judge-decision.ts";
import type { ApprovalPicture, DecisionPicture, StepPicture } from "../decision/plan-picture.ts";
import { asksForMore, type PolicyOutcome, type PolicyVerdict } from "../policy/evaluate-policy.ts";

export type WorldCheck =
  | { kind: "same"; verdict: PolicyVerdict }
  /** It cannot be done as it stands: a guard broke, the effect differs, or the executor refuses. */
  | { kind: "moved"; code: string; detail: string }
  /** It can be done, but policy now asks for somebody that nobody asked before. */
  | { kind: "policy"; verdict: PolicyVerdict };

/** Compares a fresh preview and verdict with what the step was decided on. */
export function checkWorld(step: StepPicture, preview: Preview, policy: PolicyOutcome): WorldCheck {
  if (preview.refusal) return { kind: "moved", code: preview.refusal.code, detail: preview.refusal.detail };
  const broken = preview.guards.find((guard) => !guard.holds);
  if (broken) return { kind: "moved", code: "stale_snapshot", detail: `${broken.guard.record} changed: ${broken.found}` };
  // Effects name nothing that only exists later, so a step with references has the same one before and after they are resolved.
  if (step.preview !== null && step.preview.effectHash !== preview.effectHash)
    return { kind: "moved", code: "effect_mismatch", detail: "the change differs from the one shown" };
  if (policy.kind === "refuses") return { kind: "moved", code: policy.code, detail: policy.detail };
  const { verdict } = policy;
  if (step.policy && asksForMore(step.policy, verdict)) return { kind: "policy", verdict };
  return { kind: "same", verdict };
}

/** Approvals that no longer count because the approver left or lost the role. */
export function lapsedApprovers(approval: ApprovalPicture, users: ReadonlyMap<string, readonly string[]>): DecisionPicture[] {
  return standingDecisions(approval).filter(
    (decision) => decision.decision === "approve" && !users.get(decision.by)?.includes(decision.role),
  );
}
