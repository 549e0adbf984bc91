import type { JsonValue, Principal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { fetchTrajectory } from "./fetch-trajectory.ts";
import { loadRequest } from "./request-store.ts";

interface TaskLine {
  id: string;
  agent: string;
  kind: string;
  round: number;
  wave: number;
  status: string;
  stop_reason: string | null;
  body: JsonValue | null;
}

const TASKS = `select t.id, t.agent, t.kind, t.round, t.wave, t.status, t.stop_reason, j.body
  from tasks t left join trajectories j on j.task_id = t.id where t.request_id = $1 order by t.created_at, t.id`;

async function fetchBody(
  context: Pick<CoordinatorContext, "bus" | "pool" | "log">,
  tenant: string,
  requestId: string,
  task: TaskLine,
): Promise<JsonValue | null> {
  if (task.body !== null) return task.body;
  try {
    const { body, complete } = await fetchTrajectory(context.bus, task.agent, tenant, task.id);
    if (complete) {
      const values = [tenant, task.id, requestId, JSON.stringify(body)];
      await transaction(context.pool, tenant, (tx) =>
        tx.query("insert into trajectories (tenant, task_id, request_id, body) values ($1, $2, $3, $4) on conflict do nothing", values),
      );
    }
    return body;
  } catch (error) {
    context.log.warn({ taskId: task.id, agent: task.agent, err: error }, "trajectory could not be fetched");
    return null;
  }
}

/** Every task's journal: model calls, tool calls, results, tokens, stop reason. For the requester, auditors and admins. */
export async function readTrajectory(context: CoordinatorContext, principal: Principal, id: string) {
  const row = await loadRequest(context.pool, principal.tenant, id);
  if (row.requester !== principal.user && !principal.roles.some((role) => role === "auditor" || role === "admin")) {
    throw new AppError("forbidden", { detail: "only the requester, an auditor or an admin reads a trajectory" });
  }
  const tasks = (await transaction(context.pool, principal.tenant, (tx) => tx.query<TaskLine & Record<string, unknown>>(TASKS, [id]))).rows;
  const items = await Promise.all(
    tasks.map(async (task) => ({
      taskId: task.id,
      agent: task.agent,
      kind: task.kind,
      round: task.round,
      wave: task.wave,
      status: task.status,
      stopReason: task.stop_reason,
      available: true,
      trajectory: await fetchBody(context, principal.tenant, id, task),
    })),
  );
  return {
    requestId: id,
    intent: { usage: row.intentUsage, intent: row.intent },
    items: items.map((item) => ({ ...item, available: item.trajectory !== null })),
    nextCursor: null,
  };
}
