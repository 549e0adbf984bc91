import type { PlanConflict, PolicyFacts } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { decimal, formatDecimal, sum } from "@quartermaster/shared/quantity";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { evaluatePolicy, type PolicyVerdict } from "./evaluate-policy.ts";
import { SHIPPED_THRESHOLDS, Thresholds } from "./thresholds.ts";

const DEAD = new Set(["rejected", "expired", "cancelled", "skipped", "failed"]);

/** Thresholds of a tenant; the shipped ones where it has no row of its own. */
export async function readThresholds(tx: Tx, tenant: string): Promise<Thresholds> {
  const row = (
    await tx.query<{ thresholds: unknown }>({
      name: "thresholds",
      text: "select thresholds from approval_policy where tenant = $1",
      values: [tenant],
    })
  ).rows[0];
  return row ? Thresholds.parse(row.thresholds) : SHIPPED_THRESHOLDS;
}

// Earlier plans only: a later one must not change what an open card asks for, and the one that crosses the line is always the later.
const DAY_SUM = `select coalesce(sum(s.value_eur), 0)::text as sum from plan_steps s join plan_heads h on h.plan_id = s.plan_id and h.revision = s.revision
  where s.tenant = $1 and s.requester = $2 and s.business_day = $3 and s.tool = $4 and s.sku is not distinct from $5 and s.destination is not distinct from $6
  and s.state <> all ('{rejected,expired,cancelled,skipped,failed}') and s.plan_id <> $7 and h.created_at < (select created_at from plan_heads where plan_id = $7)`;

/** Sum of this step and of what the same person asked for earlier that day: same tool, item and destination. Null without a value. */
async function daySum(tx: Tx, plan: PlanPicture, step: StepPicture, facts: PolicyFacts): Promise<string | null> {
  if (facts.valueEur === undefined || step.businessDay === null) return facts.valueEur ?? null;
  const values = [plan.tenant, plan.requester, step.businessDay, step.body.tool, facts.sku ?? null, facts.destination ?? null, plan.planId];
  const others = (await tx.query<{ sum: string }>({ name: "day-sum", text: DAY_SUM, values })).rows[0]?.sum ?? "0";
  const same = plan.steps.filter(
    (other) =>
      other.position < step.position &&
      other.body.tool === step.body.tool &&
      other.sku === (facts.sku ?? null) &&
      other.destination === (facts.destination ?? null) &&
      !DEAD.has(other.state),
  );
  const total = sum([decimal(facts.valueEur), decimal(others), ...same.map((other) => decimal(other.valueEur ?? "0"))]);
  return formatDecimal(total) ?? facts.valueEur;
}

/** Conflicts of the plan that name a step. */
export const conflictsOf = (plan: Pick<PlanPicture, "conflicts">, stepId: string): PlanConflict[] =>
  plan.conflicts.filter((conflict) => conflict.steps.includes(stepId));

/** Evaluates policy for a step of a plan on freshly previewed facts; null when no row knows the tool. */
export async function verdictForStep(
  tx: Tx,
  plan: PlanPicture,
  step: StepPicture,
  facts: PolicyFacts,
  thresholds: Thresholds,
): Promise<PolicyVerdict | null> {
  return evaluatePolicy({
    tool: step.body.tool,
    facts,
    args: step.body.args,
    conflicts: conflictsOf(plan, step.id),
    sumEur: await daySum(tx, plan, step, facts),
    thresholds,
  });
}
