import type { Preview } from "@quartermaster/shared/contracts";
import type { PlanUnit } from "../adapters/change-plan.ts";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { askAgain, editedItem, isPlannedAgain } from "../edits/keep-edited.ts";
import { renewApproval } from "../grants/renew-approval.ts";
import { decideBy, executeByOfSteps, ownExecuteBy } from "../policy/deadlines.ts";
import { asksForMore } from "../policy/evaluate-policy.ts";
import type { Policy } from "../policy/policy-table.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { verdictForStep } from "../policy/verdict-for-step.ts";
import { openApproval } from "./open-approval.ts";

type Refusal = NonNullable<PlanPicture["refusal"]>;

const OPEN_OR_DECIDED = new Set(["pending", "approved"]);
/** Carried steps that nothing here may change any more. */
const SETTLED = new Set(["executing", "succeeded", "unknown", "rejected", "expired"]);
const iso = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** What a step weighs in the day's sum. */
function noteFacts(step: StepPicture, preview: Preview, businessNow: string): void {
  step.valueEur = preview.facts.valueEur ?? null;
  step.sku = preview.facts.sku ?? null;
  step.destination = preview.facts.destination ?? null;
  step.businessDay = businessNow.slice(0, 10);
}

function setDeadlines(plan: PlanPicture, previews: ReadonlyMap<string, Preview>): void {
  const steps = plan.steps.map((step) => {
    const facts = previews.get(step.id)?.facts;
    const own = facts ? ownExecuteBy(facts) : step.executeBy === null ? null : Date.parse(step.executeBy);
    return { id: step.id, dependsOn: step.body.dependsOn, own };
  });
  const limits = executeByOfSteps(steps);
  for (const step of plan.steps) if (previews.has(step.id)) step.executeBy = iso(limits.get(step.id) ?? null);
}

/** A reason why nothing of the plan may happen, found without any person; null = none. */
function refusalOf(unit: PlanUnit, previews: ReadonlyMap<string, Preview>, policy: Policy): Refusal | null {
  const now = Date.parse(unit.businessNow);
  // What the merge dropped for a conflict is no step of the plan: the conflict is told, and the rest goes on.
  const kept = new Set(unit.plan.steps.map((step) => step.id));
  const severe = unit.plan.conflicts.find((conflict) => conflict.severity === "refuse" && conflict.steps.some((id) => kept.has(id)));
  if (severe) return { code: severe.code, detail: severe.detail, stepId: severe.steps[0] ?? null };
  for (const step of unit.plan.steps) {
    const preview = previews.get(step.id);
    // What is planned once more as somebody narrowed it is not what would happen.
    if (!preview || isPlannedAgain(unit.plan, step)) continue;
    if (preview.refusal) return { ...preview.refusal, stepId: step.id };
    const until = decideBy(now, preview.facts, step.executeBy === null ? null : Date.parse(step.executeBy), policy.thresholds);
    if (until <= now) return { code: "cutoff_missed", detail: `${step.body.tool} had to be decided until ${iso(until)}`, stepId: step.id };
  }
  return null;
}

async function assess(unit: PlanUnit, step: StepPicture, preview: Preview, carried: boolean, policy: Policy): Promise<Refusal | null> {
  const { plan, tx } = unit;
  if (carried && SETTLED.has(step.state)) return null;
  const outcome = await verdictForStep(tx, plan, step, preview.facts, policy);
  if (outcome.kind === "refuses") return { code: outcome.code, detail: outcome.detail, stepId: step.id };
  const { verdict } = outcome;
  const broken = preview.guards.find((guard) => !guard.holds);
  const approval = plan.approvals.find((candidate) => candidate.id === step.approvalId);
  if (carried && approval && OPEN_OR_DECIDED.has(step.state)) {
    if (step.policy && asksForMore(step.policy, verdict)) await renewApproval(unit, step, approval, preview, verdict);
    return null;
  }
  const edited = editedItem(plan, step);
  if (edited) {
    const moved = broken ? { code: "stale_snapshot", detail: `${broken.guard.record} changed: ${broken.found}` } : undefined;
    await askAgain(unit, step, edited, preview, verdict, moved);
    return null;
  }
  step.preview = preview;
  step.policy = verdict;
  if (broken) Object.assign(step, { state: "stale", code: "stale_snapshot", reason: `${broken.guard.record} changed: ${broken.found}` });
  else if (verdict.required > 0) await openApproval(unit, step, preview, verdict);
  else {
    Object.assign(step, { state: "approved", decidedAt: unit.now });
    unit.ledger({
      kind: "policy.granted",
      subject: step.id,
      actor: "policy",
      stepId: step.id,
      body: {
        stepId: step.id,
        tool: step.body.tool,
        args: step.body.args,
        contentHash: step.body.contentHash,
        policy: verdict,
        effectHash: preview.effectHash,
      },
    });
  }
  return null;
}

/**
 * Gives every step its deadline, verdict and item, in plan order. Returns why the plan is refused (`known` before, or found here),
 * or null.
 * A plan that is refused leaves no item behind.
 */
export async function assessSteps(
  unit: PlanUnit,
  previews: ReadonlyMap<string, Preview>,
  carried: ReadonlyMap<string, StepPicture>,
  known: Refusal | null = null,
): Promise<Refusal | null> {
  const { plan } = unit;
  const policy = await readPolicy(unit.tx, plan.tenant);
  setDeadlines(plan, previews);
  let refusal = known ?? refusalOf(unit, previews, policy);
  // All of them first: every step of a batch is judged by what the batch comes to.
  for (const step of plan.steps) {
    const preview = previews.get(step.id);
    if (preview) noteFacts(step, preview, unit.businessNow);
  }
  for (const step of plan.steps) {
    const preview = previews.get(step.id);
    if (preview && !refusal) refusal = await assess(unit, step, preview, carried.has(step.id), policy);
  }
  if (refusal) {
    for (const approval of plan.approvals)
      if (approval.state === "pending") Object.assign(approval, { state: "withdrawn", decidedAt: unit.now });
    for (const step of plan.steps) if (step.state === "pending" || step.state === "approved") step.state = "cancelled";
  }
  return refusal;
}
