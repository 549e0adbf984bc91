import type { Budget } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { readSpent, takeLease } from "../budget/budget-ledger.ts";
import { type BudgetLimit, leaseTask, type Spent } from "../budget/request-budget.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { collectResults } from "../results/collect-results.ts";
import { briefFields } from "../threads/brief-fields.ts";
import { changeThread, readThread } from "../threads/thread-store.ts";
import { buildBrief, READ_BUDGET } from "./build-brief.ts";
import { readBusinessNow } from "./read-business-now.ts";
import { sendTask } from "./send-task.ts";
import { hasItsShare, lockShares } from "./tenant-share.ts";

const INSERT_TASK = `insert into tasks (tenant, id, request_id, thread_id, agent, kind, round, wave, status, brief, deadline_at, stop_reason, finished_at, held)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $9 = 'waiting' then null else now() end, $13)`;

/**
 * Leases a part of the request's budget to each task that will use a model. Those who come later in the wave share what is left,
 * so that one wave cannot lease more than the request has.
 */
async function leaseWave(
  context: Pick<CoordinatorContext, "budgets">,
  tx: OutboxTx,
  row: RequestRow,
  plans: readonly TaskPlan[],
): Promise<(Budget | BudgetLimit)[]> {
  const spent: Spent = await readSpent(tx, row.id);
  let sharers = plans.filter((plan) => plan.kind === "work").length;
  return plans.map((plan) => {
    if (plan.kind !== "work") return READ_BUDGET;
    const lease = leaseTask(context.budgets, spent, sharers);
    sharers -= 1;
    if (typeof lease === "string") return lease;
    spent.steps += lease.steps;
    spent.tokens += lease.tokens;
    spent.wallMs += lease.wallMs;
    spent.costMicros += lease.costMicros ?? 0;
    return lease;
  });
}

/**
 * Sends the next wave of the request's schedule: one signed brief per agent, stored with its stream entry in the caller's
 * transaction. An agent that is known to be gone gets no task to wait for: its part is `unavailable` at once. A tenant that has
 * its share of an agent waits its turn in the database.
 */
export async function dispatchWave(
  context: Pick<CoordinatorContext, "signer" | "agents" | "budgets" | "tokenizer" | "tenantTasks">,
  tx: OutboxTx,
  row: RequestRow,
  owner: string,
  wave: number,
): Promise<RequestRow> {
  const plans: TaskPlan[] = row.schedule[wave] ?? [];
  const before = await collectResults(tx, row);
  const thread = await readThread(tx, row.threadId, row.id, context.tokenizer);
  const fields = await briefFields(tx, row, thread);
  if (thread.summary !== null) await changeThread(tx, row.threadId, { summary: thread.summary });
  const businessNow = await readBusinessNow(tx, row.tenant);
  const planned = before.proposals.flatMap((proposal) => proposal.planned);
  const leases = await leaseWave(context, tx, row, plans);
  await lockShares(
    tx,
    row.tenant,
    plans.filter((plan) => plan.kind === "work").map((plan) => plan.agent),
  );
  let pending = 0;
  for (const [index, plan] of plans.entries()) {
    const lease = leases[index] ?? READ_BUDGET;
    const facts = {
      planned: [...planned, ...plan.planned.filter((entity) => !planned.some((known) => known.ref === entity.ref))],
      results: [...plan.facts, ...before.snapshots],
      fields,
      businessNow,
      language: row.language ?? row.intent?.language ?? ("en" as const),
      now: new Date(),
      budget: typeof lease === "string" ? READ_BUDGET : lease,
    };
    const brief = buildBrief(context.signer, row, plan, wave, facts);
    const gone = context.agents.availability(plan.agent) === "gone";
    const stopReason = typeof lease === "string" ? lease : null;
    const status = gone ? "unavailable" : stopReason === null ? "waiting" : "budget";
    const held = status === "waiting" && plan.kind === "work" && (await hasItsShare(context, tx, plan.agent));
    const values = [
      row.tenant,
      brief.body.taskId,
      row.id,
      row.threadId,
      plan.agent,
      plan.kind,
      row.round,
      wave,
      status,
      JSON.stringify(brief),
      brief.body.deadlineAt,
      gone ? null : stopReason,
      held,
    ];
    await tx.query({ name: "task-insert", text: INSERT_TASK, values });
    await recordEvent(tx, row, "agent.status", { agent: plan.agent, status, taskId: brief.body.taskId, kind: plan.kind, wave, stopReason });
    if (gone || typeof lease === "string") continue;
    if (plan.kind === "work") await takeLease(tx, row, brief.body.taskId, lease);
    if (!held) sendTask(tx, brief, 1);
    pending++;
  }
  return await changeRequest(tx, row, owner, {
    status: "working",
    phase: "tasks",
    wave,
    schedule: row.schedule,
    pendingResults: pending,
    waitingFor: null,
  });
}
