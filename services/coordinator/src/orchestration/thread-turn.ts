import type { OutboxTx, Tx } from "@quartermaster/shared/db";
import { recordEvent } from "../events/record-event.ts";
import { MAY_BE_DONE } from "../handoff/read-replaced-steps.ts";
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

/** The request of the thread that did something last, with what it was asked. */
export interface DoneRequest {
  id: string;
  text: string;
  /** No turn came after it, but for such as only told something. */
  latest: boolean;
}

// A turn that only told something left what was done before it as it was, so a correction still reaches that.
const ONLY_TOLD = `l.relation in ('new', 'follow_up') and l.intent -> 'actionKinds' = '[]' and l.intent -> 'agents' = '[]'`;
const DONE = `with earlier as (select o.id, o.text, o.created_at, o.relation, o.intent from requests o, requests r
    where r.id = $2 and o.thread_id = $1 and o.id <> $2 and o.phase = 'done' and o.created_at <= r.created_at)
  select e.id, coalesce(e.text, '') as text, not exists (select from earlier l where l.created_at > e.created_at and (${ONLY_TOLD}) is not true) as latest from earlier e
  where exists (select from plan_steps p where p.request_id = e.id and ${MAY_BE_DONE})
  order by e.created_at desc limit 1`;

/** The ended request of the thread that did something last, or may have: what a withdrawal means when nothing is open. */
export async function readDoneRequest(tx: Tx, row: Pick<RequestRow, "id" | "threadId">): Promise<DoneRequest | null> {
  const found = await tx.query<DoneRequest & Record<string, unknown>>({
    name: "thread-done-request",
    text: DONE,
    values: [row.threadId, row.id],
  });
  return found.rows[0] ?? null;
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
