import type { PlanConflict, PolicyFacts } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { batchValue } from "./batch-value.ts";
import { daySum } from "./day-sum.ts";
import { evaluatePolicy, type PolicyOutcome } from "./evaluate-policy.ts";
import type { Policy } from "./policy-table.ts";

async function earlierToday(tx: Tx, plan: PlanPicture, step: StepPicture, facts: PolicyFacts): Promise<string> {
  if (facts.valueEur === undefined || step.businessDay === null) return "0";
  const { tenant, requester, planId } = plan;
  const key = { tenant, requester, businessDay: step.businessDay, tool: step.body.tool };
  return await daySum(tx, { ...key, sku: facts.sku ?? null, destination: facts.destination ?? null }, planId);
}

/** Conflicts of the plan that name a step. */
export const conflictsOf = (plan: Pick<PlanPicture, "conflicts">, stepId: string): PlanConflict[] =>
  plan.conflicts.filter((conflict) => conflict.steps.includes(stepId));

/** Evaluates the policy in force for a step of a plan on freshly previewed facts. */
export async function verdictForStep(
  tx: Tx,
  plan: PlanPicture,
  step: StepPicture,
  facts: PolicyFacts,
  policy: Policy,
): Promise<PolicyOutcome> {
  return evaluatePolicy(policy, {
    tool: step.body.tool,
    facts,
    args: step.body.args,
    conflicts: conflictsOf(plan, step.id),
    sumEur: batchValue(plan.steps, step, facts, await earlierToday(tx, plan, step, facts)),
  });
}
