import type { OutboxTx, Tx } from "@quartermaster/shared/db";
import { recordEvent } from "../events/record-event.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import { camelRow, hasPlan, type RequestRow } from "../requests/request-row.ts";
import { type ClosedTask, closeTasks } from "./close-tasks.ts";

/** Earlier requests of the thread that are not final, oldest first. */
export async function readOpenRequests(tx: Tx, row: RequestRow): Promise<RequestRow[]> {
  const found = await tx.query({
    name: "thread-open-requests",
    text: `select * from requests where thread_id = $1 and id <> $2 and phase <> 'done' and created_at <= (select created_at from requests where id = $2)
      order by created_at`,
    values: [row.threadId, row.id],
  });
  return found.rows.map((line) => camelRow<RequestRow>(line));
}

/** Lets people decide the items again that the turn had paused, except those of a request it replaces. */
export async function resumePaused(tx: OutboxTx, row: RequestRow, except: string | undefined): Promise<void> {
  const ids = row.paused.filter((id) => id !== except);
  if (ids.length === 0) return;
  const found = await tx.query<{ id: string; plan_id: string }>(
    "select id, plan_id from requests where id = any($1) and phase <> 'done' and plan_id is not null",
    [ids],
  );
  for (const other of found.rows) {
    sendPlanCommand(tx, { type: "resume", tenant: row.tenant, requestId: other.id, planId: other.plan_id }, `resume:${row.id}:${other.id}`);
  }
}

/**
 * Ends an older request of the thread in favour of this turn: its pending items are withdrawn, its tasks are closed.
 * Whatever was granted already still ends in a receipt, which is recorded with it.
 * @returns the tasks that were closed, for their agents to be told after the commit.
 */
export async function supersede(tx: OutboxTx, old: RequestRow, by: RequestRow, why: "answered" | "corrected"): Promise<ClosedTask[]> {
  const done = await tx.query<{ plan_id: string | null }>(
    `update requests set status = 'superseded', phase = 'done', superseded_by = $2, waiting_for = null, questions = '[]', owner = null, lease_until = null,
       wake = wake + 1, updated_at = now() where id = $1 and phase <> 'done' returning plan_id`,
    [old.id, by.id],
  );
  const ended = done.rows[0];
  if (!ended) return [];
  // The plan may be younger than the row that was read; while it is planned again, its items can still be decided.
  const now = { mode: old.mode, planId: ended.plan_id };
  if (hasPlan(now)) {
    const command = {
      type: "withdraw" as const,
      tenant: old.tenant,
      requestId: old.id,
      planId: now.planId,
      reason: why,
      supersededBy: by.id,
    };
    sendPlanCommand(tx, command, `withdraw:${old.id}`);
  }
  const closed = await closeTasks(tx, old.id, "superseded");
  await recordEvent(
    tx,
    old,
    "request.status",
    { status: "superseded", waitingFor: null, attention: false, supersededBy: by.id },
    "superseded",
  );
  await recordEvent(tx, old, "request.completed", { status: "superseded", answer: null, supersededBy: by.id }, "completed");
  return closed;
}
