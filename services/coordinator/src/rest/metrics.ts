import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";

// A scrape costs the same however many there are.
const LETTERS = "select code, count(*)::int as n from (select code from dead_letters order by id desc limit 5000) as newest group by code";

/** Prometheus text: open requests by phase, open tasks by agent, messages waiting to be sent, dead letters. */
export async function collectMetrics(context: Pick<CoordinatorContext, "pool" | "bus">): Promise<string> {
  const { requests, tasks, outbox, letters } = await transaction(context.pool, ALL_TENANTS, async (tx) => ({
    requests: (
      await tx.query<{ phase: string; n: number }>("select phase, count(*)::int as n from requests where phase <> 'done' group by phase")
    ).rows,
    tasks: (
      await tx.query<{ agent: string; n: number }>("select agent, count(*)::int as n from tasks where finished_at is null group by agent")
    ).rows,
    letters: (await tx.query<{ code: string; n: number }>(LETTERS)).rows,
    outbox: (await tx.query<{ n: number }>("select count(*)::int as n from outbox")).rows[0]?.n ?? 0,
  }));
  const lines = [
    "# HELP qm_requests_open Requests that are not final, by phase",
    "# TYPE qm_requests_open gauge",
    ...requests.map((row) => `qm_requests_open{phase="${row.phase}"} ${row.n}`),
    "# HELP qm_tasks_open Tasks without a result, by agent",
    "# TYPE qm_tasks_open gauge",
    ...tasks.map((row) => `qm_tasks_open{agent="${row.agent}"} ${row.n}`),
    "# HELP qm_outbox_rows Messages stored and not yet confirmed as sent",
    "# TYPE qm_outbox_rows gauge",
    `qm_outbox_rows ${outbox}`,
    "# HELP qm_dead_letters Messages that were never acted on, and what the bus says of such messages, by reason, among the newest 5000",
    "# TYPE qm_dead_letters gauge",
    ...letters.map((row) => `qm_dead_letters{code="${row.code}"} ${row.n}`),
    "# HELP qm_bus_connected 1 while the bus is connected",
    "# TYPE qm_bus_connected gauge",
    `qm_bus_connected ${context.bus.health().connected ? 1 : 0}`,
  ];
  return `${lines.join("\n")}\n`;
}
