import { ALL_TENANTS, type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import { changePlan } from "../adapters/change-plan.ts";
import { endOverdueWaits } from "../decision/end-overdue-waits.ts";
import { propagate } from "../decision/propagate.ts";
import type { PlanKey } from "./expire-items.ts";

const WAITING_LONG = `select distinct s.tenant, s.plan_id from plan_steps s join plan_heads h on h.plan_id = s.plan_id and h.revision = s.revision
  join receipts r on r.plan_id = s.plan_id and r.outcome = 'succeeded' and r.body -> 'body' ->> 'externalOutcome' = 'pending'
    and (r.body -> 'body' ->> 'at')::timestamptz <= now() - make_interval(secs => $1::float / 1000.0)
  where s.state = 'approved' and not exists (select from receipts later where later.id = r.id and later.version > r.version) limit 50`;

/** One round: steps that wait too long for an outside answer end. Returns the plans that were looked at. */
export async function endWaits(deps: { pool: Pool; outbox: Pick<Outbox, "transaction"> }, outcomeTimeoutMs: number): Promise<PlanKey[]> {
  const plans = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<PlanKey>(WAITING_LONG, [outcomeTimeoutMs])).rows);
  for (const key of plans) {
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
  }
  return plans;
}
