import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { changePlan } from "../adapters/change-plan.ts";
import { endOverdueWaits } from "../decision/end-overdue-waits.ts";
import { propagate } from "../decision/propagate.ts";
import type { PlanKey, SweepDeps } from "./expire-items.ts";
import { forEachPlan } from "./for-each-plan.ts";

// Only steps that wait for that very outcome: a plan that nothing can end would come back in every round and keep others out.
const WAITING_LONG = `select s.tenant, s.plan_id from plan_steps s join plan_heads h on h.plan_id = s.plan_id and h.revision = s.revision
  cross join lateral json_array_elements(s.body -> 'dependsOn') as dependency
  join receipts r on r.plan_id = s.plan_id and r.step_id = dependency ->> 'step' and r.outcome = 'succeeded'
    and r.body -> 'body' ->> 'externalOutcome' = 'pending'
    and (r.body -> 'body' ->> 'at')::timestamptz <= now() - make_interval(secs => $1::float / 1000.0)
  where s.state = 'approved' and dependency ->> 'until' = 'outcome'
    and not exists (select from receipts later where later.id = r.id and later.version > r.version)
  group by s.tenant, s.plan_id order by random() limit 50`;

/** One round: steps that wait too long for an outside answer end. Returns the plans that were looked at. */
export async function endWaits(deps: SweepDeps, outcomeTimeoutMs: number): Promise<PlanKey[]> {
  const plans = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<PlanKey>(WAITING_LONG, [outcomeTimeoutMs])).rows);
  return await forEachPlan(deps.log, "outcomes", plans, async (key) => {
    await changePlan(deps.outbox, key.tenant, key.plan_id, async (unit) => {
      for (const step of endOverdueWaits(unit.plan, unit.now, outcomeTimeoutMs))
        unit.ledger({
          kind: "outcome.overdue",
          subject: step.id,
          actor: "approvals",
          stepId: step.id,
          body: { stepId: step.id, reason: step.reason },
        });
      propagate(unit.plan, unit.now);
    });
  });
}
