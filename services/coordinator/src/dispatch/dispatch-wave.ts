import type { OutboxTx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { collectResults } from "../results/collect-results.ts";
import { readThread } from "../threads/thread-store.ts";
import { buildBrief } from "./build-brief.ts";
import { sendTask } from "./send-task.ts";

const INSERT_TASK = `insert into tasks (tenant, id, request_id, thread_id, agent, kind, round, wave, status, brief, deadline_at, finished_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $9 = 'waiting' then null else now() end)`;

/** Database's business time of a tenant. */
export async function readBusinessNow(tx: Pick<OutboxTx, "query">, tenant: string): Promise<string> {
  const found = await tx.query<{ at: string }>({ name: "business-now", text: "select business_now($1) as at", values: [tenant] });
  return found.rows[0]?.at ?? new Date().toISOString();
}

/**
 * Sends the next wave of the request's schedule: one signed brief per agent, stored with its stream entry in the caller's
 * transaction. An agent that is known to be gone gets no task to wait for: its part is `unavailable` at once.
 */
export async function dispatchWave(
  context: Pick<CoordinatorContext, "signer" | "agents">,
  tx: OutboxTx,
  row: RequestRow,
  owner: string,
  wave: number,
): Promise<RequestRow> {
  const plans: TaskPlan[] = row.schedule[wave] ?? [];
  const before = await collectResults(tx, row);
  const thread = await readThread(tx, row.threadId, row.id);
  const businessNow = await readBusinessNow(tx, row.tenant);
  const planned = before.proposals.flatMap((proposal) => proposal.planned);
  let pending = 0;
  for (const plan of plans) {
    const facts = {
      planned: [...planned, ...plan.planned.filter((entity) => !planned.some((known) => known.ref === entity.ref))],
      results: [...plan.facts, ...before.snapshots],
      fields: thread.fields,
      businessNow,
      language: row.language ?? row.intent?.language ?? ("en" as const),
      now: new Date(),
    };
    const brief = buildBrief(context.signer, row, plan, wave, facts);
    const gone = context.agents.availability(plan.agent) === "gone";
    const status = gone ? "unavailable" : "waiting";
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
    ];
    await tx.query({ name: "task-insert", text: INSERT_TASK, values });
    await recordEvent(tx, row, "agent.status", { agent: plan.agent, status, taskId: brief.body.taskId, kind: plan.kind, wave });
    if (gone) continue;
    sendTask(tx, brief, 1);
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
