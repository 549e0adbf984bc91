import { ALL_TENANTS, type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import type { Logger } from "@quartermaster/shared/log";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { propagate } from "../decision/propagate.ts";
import { forEachPlan } from "./for-each-plan.ts";

export interface PlanKey {
  tenant: string;
  plan_id: string;
}

export interface SweepDeps {
  pool: Pool;
  outbox: Pick<Outbox, "transaction">;
  log: Pick<Logger, "warn">;
}

// Per tenant by index: a function call on every open item each second would not do with 100,000 of them.
const OVERDUE = `select t.tenant, a.plan_id from tenants t join approvals a on a.tenant = t.tenant and a.state = 'pending'
  and a.decide_by <= now() + make_interval(secs => t.offset_ms / 1000.0) group by t.tenant, a.plan_id order by random() limit 100`;
const PAUSE_OVER = `select h.tenant, h.plan_id from plan_heads h join tenants t on t.tenant = h.tenant
  where h.paused_until is not null and h.revision > 0 and h.paused_until <= now() + make_interval(secs => t.offset_ms / 1000.0) order by random() limit 100`;

const find = async (pool: Pool, text: string): Promise<PlanKey[]> =>
  await transaction(pool, ALL_TENANTS, async (tx) => (await tx.query<PlanKey>(text)).rows);

/** Ends items whose time to decide is over. Expired is its own outcome: nobody rejected, nothing is executed late. */
function expireOverdue(unit: PlanUnit): void {
  for (const approval of unit.plan.approvals) {
    if (approval.state !== "pending" || Date.parse(approval.decideBy) > Date.parse(unit.businessNow)) continue;
    const step = unit.plan.steps.find((candidate) => candidate.id === approval.stepId);
    Object.assign(approval, { state: "expired", decidedAt: unit.now, pausedUntil: null });
    if (step)
      Object.assign(step, {
        state: "expired",
        code: "not_decided_in_time",
        reason: `nobody decided until ${approval.decideBy}`,
        decidedAt: unit.now,
      });
    unit.ledger({
      kind: "approval.expired",
      subject: approval.id,
      actor: "approvals",
      stepId: approval.stepId,
      body: { approvalId: approval.id, decideBy: approval.decideBy, cardHash: approval.cardHash },
    });
    unit.event("approval.expired", { approvalId: approval.id, stepId: approval.stepId, headline: approval.card.headline });
  }
  propagate(unit.plan, unit.now);
}

/** One round: overdue items expire, pauses that nobody ended are over. Returns the plans that changed. */
export async function expireItems(deps: SweepDeps): Promise<PlanKey[]> {
  const overdue = await find(deps.pool, OVERDUE);
  const expired = await forEachPlan(deps.log, "expire", overdue, async (key) => {
    await changePlan(deps.outbox, key.tenant, key.plan_id, async (unit) => expireOverdue(unit));
  });
  const paused = await find(deps.pool, PAUSE_OVER);
  const resumed = await forEachPlan(deps.log, "expire", paused, async (key) => {
    await changePlan(deps.outbox, key.tenant, key.plan_id, async (unit) => {
      unit.plan.pausedUntil = null;
      for (const approval of unit.plan.approvals) approval.pausedUntil = null;
    });
  });
  return [...expired, ...resumed];
}
