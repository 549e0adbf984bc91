import { type AgentName, type AgentStatus, type Brief, subjects } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import { RESTART_LIMIT_MS } from "../agents/agent-directory.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { sendTask } from "../dispatch/send-task.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockRequest } from "../requests/lock-request.ts";
import type { Orchestrator } from "./orchestrator.ts";

/** Dispatches of one task in all, the first included. */
const MAX_DISPATCHES = 4;

interface TaskLine {
  tenant: string;
  id: string;
  request_id: string;
  thread_id: string;
  agent: AgentName;
  kind: string;
  round: number;
  wave: number;
  brief: Signed<Brief>;
  dispatch_no: number;
  late: boolean;
  silent: boolean;
}

const OPEN = `select tenant, id, request_id, thread_id, agent, kind, round, wave, brief, dispatch_no,
    case when held then created_at < now() - interval '10 minutes' else deadline_at + interval '2 seconds' < now() end as late,
    not held and dispatched_at < now() - interval '60 seconds' as silent
  from tasks where finished_at is null and (agent = any($1) or deadline_at + interval '2 seconds' < now() or dispatched_at < now() - interval '60 seconds')
    and (not held or agent = any($1) or created_at < now() - interval '10 minutes')
  order by dispatched_at limit 100`;
const CLOSE = "update tasks set status = $2, stop_reason = $2, finished_at = now() where id = $1 and finished_at is null returning id";
const COUNT = `update requests set pending_results = greatest(pending_results - 1, 0), wake = wake + 1, updated_at = now()
  where id = $1 and round = $2 and wave = $3`;

async function close(context: CoordinatorContext, task: TaskLine, status: AgentStatus): Promise<boolean> {
  const closed = await context.outbox.transaction(task.tenant, async (tx) => {
    await lockRequest(tx, task.request_id);
    const done = await tx.query(CLOSE, [task.id, status]);
    if (done.rowCount === 0) return false;
    await tx.query(COUNT, [task.request_id, task.round, task.wave]);
    const request = { id: task.request_id, tenant: task.tenant, threadId: task.thread_id };
    await recordEvent(tx, request, "agent.status", { agent: task.agent, status, taskId: task.id, kind: task.kind, wave: task.wave });
    return true;
  });
  if (closed) context.bus.publishCore(subjects.cancel(task.agent, task.id), JSON.stringify({ taskId: task.id, reason: status }));
  return closed;
}

/** The bus may have lost the message: once more, under a new message id. Extra copies die at the agent's claim. */
async function dispatchAgain(context: CoordinatorContext, task: TaskLine): Promise<void> {
  await context.outbox.transaction(task.tenant, async (tx) => {
    const won = await tx.query(
      "update tasks set dispatch_no = dispatch_no + 1, dispatched_at = now() where id = $1 and dispatch_no = $2 and finished_at is null",
      [task.id, task.dispatch_no],
    );
    if (won.rowCount === 1) sendTask(tx, task.brief, task.dispatch_no + 1);
  });
}

/** Ends tasks whose agent is gone or whose deadline passed, and sends those again that nobody answers. */
export async function sweepTasks(context: CoordinatorContext, orchestrator: Pick<Orchestrator, "kick">): Promise<void> {
  const gone = context.agents.known().filter((agent) => context.agents.availability(agent, RESTART_LIMIT_MS) === "gone");
  const tasks = (
    await transaction(context.pool, ALL_TENANTS, (tx) =>
      tx.query<TaskLine & Record<string, unknown>>({ name: "tasks-open", text: OPEN, values: [gone] }),
    )
  ).rows;
  for (const task of tasks) {
    const status: AgentStatus | null = task.late ? "timeout" : gone.includes(task.agent) ? "unavailable" : null;
    if (status !== null) {
      if (await close(context, task, status)) orchestrator.kick(task.tenant, task.request_id);
    } else if (task.silent && task.dispatch_no < MAX_DISPATCHES) await dispatchAgain(context, task);
  }
}
