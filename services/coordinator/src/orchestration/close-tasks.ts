import { subjects } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { GaveUpBecause } from "./give-up.ts";

export interface ClosedTask {
  id: string;
  agent: string;
}

/** Ends a request's unfinished tasks; late results count for nothing. */
export async function closeTasks(tx: Tx, requestId: string, why: "cancelled" | "superseded" | GaveUpBecause): Promise<ClosedTask[]> {
  const closed = await tx.query<ClosedTask & Record<string, unknown>>({
    name: "tasks-close",
    text: "update tasks set status = 'cancelled', stop_reason = $2, finished_at = now() where request_id = $1 and finished_at is null returning id, agent",
    values: [requestId, why],
  });
  return closed.rows;
}

/** Tells agents to stop working on tasks that are closed; to be called once that is committed. A lost hint costs only their time. */
export function tellToStop(bus: Pick<CoordinatorContext["bus"], "publishCore">, tasks: readonly ClosedTask[], reason: string): void {
  for (const task of tasks) bus.publishCore(subjects.cancel(task.agent, task.id), JSON.stringify({ taskId: task.id, reason }));
}
