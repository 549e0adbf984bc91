import type { Plan } from "@quartermaster/shared/contracts";
import { type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import { changePlan } from "../adapters/change-plan.ts";
import { withdrawPlan } from "./run-command.ts";

/** Withdraws what is open of an earlier request of the same thread, which a plan says it replaces. Other threads are out of its reach. */
export async function withdrawRequest(
  deps: { pool: Pool; outbox: Pick<Outbox, "transaction"> },
  plan: Plan,
  requestId: string,
): Promise<void> {
  const text = "select plan_id from plan_heads where tenant = $1 and request_id = $2 and thread_id = $3 and revision > 0";
  const heads = await transaction(
    deps.pool,
    plan.tenant,
    async (tx) => (await tx.query<{ plan_id: string }>(text, [plan.tenant, requestId, plan.threadId])).rows,
  );
  for (const head of heads) {
    await changePlan(deps.outbox, plan.tenant, head.plan_id, async (unit) =>
      withdrawPlan(unit, "replaced by a newer request of the thread", plan.requestId),
    );
  }
}
