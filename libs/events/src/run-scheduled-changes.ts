import { newId } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { beginCause } from "./change-cause.ts";
import type { ScheduledChange } from "./event-handler.ts";
import type { EventsPorts } from "./events-ports.ts";

/** Changes of one kind and tenant in one round; the next round goes on. */
const MOST_AT_ONCE = 100;

async function changeNext(ports: EventsPorts, tenant: string, change: ScheduledChange): Promise<boolean> {
  return ports.outbox.transaction(tenant, async (tx) => {
    const { rows } = await tx.query<{ now: string }>("select business_now($1) as now", [tenant]);
    const causeId = `schedule:${change.name}:${newId("evt")}`;
    const plan = await change.next({ tx, tenant, businessNow: rows[0]?.now ?? new Date().toISOString(), causeId });
    if (!plan) return false;
    await beginCause(tx, { tenant, id: causeId, kind: "scheduled_change", entities: plan.entities, detail: change.name });
    const { records } = await plan.apply();
    ports.log.info({ tenant, change: change.name, records: records.map(({ record }) => record) }, "scheduled change made");
    return true;
  });
}

/** Makes every change that is due, each in a transaction of its own. Gives their number. Several replicas may do it at once. */
export async function runScheduledChanges(ports: EventsPorts, signal?: AbortSignal): Promise<number> {
  if (ports.definition.scheduled.length === 0) return 0;
  const tenants = (
    await transaction(ports.pool, ALL_TENANTS, (tx) =>
      tx.query<{ tenant: string }>("select tenant from tenants order by tenant limit 5000"),
    )
  ).rows;
  let made = 0;
  for (const { tenant } of tenants) {
    for (const change of ports.definition.scheduled) {
      for (let count = 0; count < MOST_AT_ONCE && !signal?.aborted; count++) {
        if (!(await changeNext(ports, tenant, change))) break;
        made++;
      }
    }
  }
  return made;
}
