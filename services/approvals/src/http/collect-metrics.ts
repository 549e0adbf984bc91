import type { Bus } from "@quartermaster/shared/bus";
import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";

const COUNTS = `select (select count(*) from approvals where state = 'pending')::int as pending, (select count(*) from grants where state = 'open')::int as grants,
  (select count(*) from plans where state = 'received')::int as plans, (select count(*) from ledger_unsealed)::int as unsealed,
  (select count(*) from dead_letters)::int as dead, (select count(*) from outbox)::int as outbox`;

interface Counts {
  pending: number;
  grants: number;
  plans: number;
  unsealed: number;
  dead: number;
  outbox: number;
}

const gauge = (name: string, help: string, value: number): string => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;

/** Prometheus text of what waits in approvals. */
export async function collectMetrics(deps: { pool: Pool; bus: Pick<Bus, "health"> }): Promise<string> {
  const counts = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<Counts>(COUNTS)).rows[0]);
  if (!counts) return "";
  return [
    gauge("qm_approvals_pending", "Items that wait for a decision", counts.pending),
    gauge("qm_grants_open", "Grants without a receipt", counts.grants),
    gauge("qm_plans_waiting", "Plans that wait for an executor", counts.plans),
    gauge("qm_ledger_unsealed", "Ledger entries that are not chained yet", counts.unsealed),
    gauge("qm_dead_letters", "Messages that were put aside", counts.dead),
    gauge("qm_outbox_rows", "Messages stored and not yet confirmed as sent", counts.outbox),
    gauge("qm_bus_connected", "1 while the bus is connected", deps.bus.health().connected ? 1 : 0),
  ].join("");
}
