import type { BusMessage } from "@quartermaster/shared/bus";
import { type AgentStatus, type Brief, type Budget, signed, TaskResult } from "@quartermaster/shared/contracts";
import { type OutboxTx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict, type Signed } from "@quartermaster/shared/signing";
import { z } from "zod";
import { settleLease, warnOfBudget } from "../budget/budget-ledger.ts";
import { costMicrosOf } from "../budget/read-limits.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { releaseHeld } from "../dispatch/tenant-share.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { lockRequest } from "../requests/lock-request.ts";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import { tenantOf } from "../requests/request-store.ts";
import { keepFacts } from "../threads/user-facts.ts";

const SignedResult = signed(TaskResult);
/** The A2A frame around a result; everything in it but the signed part is only delivery. */
const Frame = z.object({
  task: z.object({
    artifacts: z.array(z.object({ parts: z.array(z.object({ data: z.object({ result: z.unknown() }).partial().optional() })) })).optional(),
  }),
});

/** Statuses of a task that still waits for its result. */
const OPEN: readonly AgentStatus[] = ["waiting", "working"];

interface TaskLine {
  id: string;
  request_id: string;
  thread_id: string;
  agent: string;
  kind: Brief["kind"];
  status: AgentStatus;
  round: number;
  wave: number;
}

function readResult(message: BusMessage): Signed<TaskResult> {
  const frame = Frame.safeParse(parseStrict(message.body, { maxDepth: 60 }));
  if (!frame.success) throw new AppError("envelope_invalid", { detail: "the message is no A2A task with a result" });
  const found = (frame.data.task.artifacts ?? []).flatMap((artifact) => artifact.parts).find((part) => part.data?.result !== undefined);
  const parsed = SignedResult.safeParse(found?.data?.result);
  if (!parsed.success)
    throw new AppError("envelope_invalid", {
      detail: `the result does not have the agreed form: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`,
    });
  return parsed.data as Signed<TaskResult>;
}

async function storeResult(tx: OutboxTx, task: TaskLine, tenant: string, result: Signed<TaskResult>, limit: Budget): Promise<boolean> {
  const body = result.body;
  const request = { id: task.request_id, tenant, threadId: task.thread_id };
  await lockRequest(tx, task.request_id);
  // A late result counts for nothing but what it cost.
  const { usage } = body;
  await settleLease(tx, task.request_id, task.id, { ...usage, costMicros: costMicrosOf(usage.cost) });
  if (task.kind === "work") await warnOfBudget(tx, request, limit);
  const stored = await tx.query({
    name: "task-done",
    text: "update tasks set status = $2, stop_reason = $3, usage = $4, finished_at = now() where id = $1 and finished_at is null and status = any($5) returning id",
    values: [task.id, body.status, body.stopReason, JSON.stringify(body.usage), OPEN],
  });
  // A second delivery, or a result after the deadline: already told.
  if (stored.rowCount === 0) return false;
  await tx.query({
    name: "result-insert",
    text: "insert into task_results (tenant, task_id, request_id, result) values ($1, $2, $3, $4) on conflict do nothing",
    values: [tenant, task.id, task.request_id, JSON.stringify(result)],
  });
  await tx.query({
    name: "result-counted",
    text: "update requests set pending_results = greatest(pending_results - 1, 0), wake = wake + 1, updated_at = now() where id = $1 and round = $2 and wave = $3",
    values: [task.request_id, task.round, task.wave],
  });
  if (body.remembered) {
    const row = await tx.query({ name: "request-row", text: "select * from requests where id = $1", values: [task.request_id] });
    if (row.rows[0]) await keepFacts(tx, camelRow<RequestRow>(row.rows[0]), body);
  }
  const data = {
    agent: body.agent,
    status: body.status,
    taskId: task.id,
    kind: task.kind,
    stopReason: body.stopReason,
    proposals: body.proposals.length,
  };
  await recordEvent(tx, request, "agent.status", data);
  return true;
}

/**
 * Takes an agent's result. The key must be that of the agent in the task's row, and tenant and thread come from the row;
 * anything else is not acted on. Delivered twice, it counts once.
 */
export async function onTaskResult(
  context: Pick<CoordinatorContext, "pool" | "outbox" | "verifier" | "news" | "budgets" | "agents" | "tenantTasks" | "signer">,
  orchestrator: Pick<Orchestrator, "kick">,
  message: BusMessage,
): Promise<void> {
  const result = readResult(message);
  const tenant = await tenantOf(context.pool, "tasks", result.body.taskId);
  if (tenant === null) return;
  const task = await transaction(context.pool, tenant, async (tx) => {
    const found = await tx.query<TaskLine & Record<string, unknown>>({
      name: "task-line",
      text: "select id, request_id, thread_id, agent, kind, status, round, wave from tasks where id = $1",
      values: [result.body.taskId],
    });
    return found.rows[0];
  });
  if (!task) return;
  context.verifier.verify("result", result, [task.agent]);
  if (result.body.agent !== task.agent) throw new AppError("signature_invalid", { detail: "the result names another agent" });
  await context.outbox.transaction(tenant, (tx) => storeResult(tx, task, tenant, result, context.budgets.request));
  if (task.kind === "work") await releaseHeld(context, tenant, result.body.agent);
  context.news.notify(task.request_id);
  orchestrator.kick(tenant, task.request_id);
}
