import { setTimeout as pause } from "node:timers/promises";
import { FINAL_REQUEST_STATUSES, type Principal, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { camelRow, hasPlan, type RequestRow } from "./request-row.ts";
import { loadRequest } from "./request-store.ts";

/** How long an answer waits for the request's end; what takes longer is seen at the request. */
const MOST_WAIT_MS = 5_000;

async function markCancelled(tx: OutboxTx, principal: Principal, id: string): Promise<RequestRow> {
  const found = await tx.query("select * from requests where id = $1 for update", [id]);
  if (!found.rows[0]) throw new AppError("not_found", { detail: "there is no such request" });
  const row = camelRow<RequestRow>(found.rows[0]);
  if (row.requester !== principal.user && !principal.roles.some((role) => role === "admin" || role === "ops_director")) {
    throw new AppError("forbidden", { detail: "only the requester, an operations director or an admin cancels a request" });
  }
  if (row.status === "cancelled" || row.cancelRequested) return row;
  if (FINAL_REQUEST_STATUSES.includes(row.status)) throw new AppError("conflict", { detail: `the request is already ${row.status}` });
  await tx.query("update requests set cancel_requested = true, cancelled_by = $2, wake = wake + 1, updated_at = now() where id = $1", [
    id,
    principal.user,
  ]);
  if (hasPlan(row)) {
    sendPlanCommand(tx, { type: "cancel", tenant: row.tenant, requestId: id, planId: row.planId, by: principal.user }, `cancel:${id}`);
  }
  return { ...row, cancelRequested: true };
}

/**
 * Asks for a request to end. What was granted already ends in its receipt first; steps done stay done and are named in the
 * answer with what would undo them.
 * @throws AppError not_found | forbidden | conflict
 */
export async function cancelRequest(
  context: CoordinatorContext,
  orchestrator: Orchestrator,
  principal: Principal,
  id: string,
): Promise<RequestRow> {
  const row = await context.outbox.transaction(principal.tenant, (tx) => markCancelled(tx, principal, id));
  const open = await context.outbox.transaction(principal.tenant, (tx) =>
    tx.query<{ id: string; agent: string }>("select id, agent from tasks where request_id = $1 and finished_at is null", [id]),
  );
  for (const task of open.rows)
    context.bus.publishCore(subjects.cancel(task.agent, task.id), JSON.stringify({ taskId: task.id, reason: "cancelled by the user" }));
  orchestrator.interrupt(id);
  const answered = new AbortController();
  const enough = pause(MOST_WAIT_MS, undefined, { signal: answered.signal }).catch(() => {});
  await Promise.race([orchestrator.advance(row.tenant, id), enough]).finally(() => answered.abort());
  return await loadRequest(context.pool, principal.tenant, id);
}
