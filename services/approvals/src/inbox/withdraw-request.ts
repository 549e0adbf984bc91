import type { Plan } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { type CommandDeps, runCommand } from "./run-command.ts";

const HEADS = `select h.plan_id from plan_heads h where h.tenant = $1 and h.request_id = $2 and h.thread_id = $3
  and (h.revision > 0 or exists (select 1 from plans p where p.plan_id = h.plan_id and p.state = 'received'))`;

/** Withdraws what is open of an earlier request of the same thread, which a plan says it replaces. Other threads are out of its reach. */
export async function withdrawRequest(deps: CommandDeps & { pool: Pool }, plan: Plan, requestId: string): Promise<void> {
  const { tenant } = plan;
  const heads = await transaction(
    deps.pool,
    tenant,
    async (tx) => (await tx.query<{ plan_id: string }>(HEADS, [tenant, requestId, plan.threadId])).rows,
  );
  const reason = "replaced by a newer request of the thread";
  for (const { plan_id: planId } of heads)
    await runCommand(deps, { type: "withdraw", tenant, requestId, planId, reason, supersededBy: plan.requestId });
}
