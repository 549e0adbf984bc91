import { newId } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { beginCause } from "./change-cause.ts";
import type { ScheduledChange } from "./event-handler.ts";
import type { EventsPorts } from "./events-ports.ts";

/** Changes of one kind and tenant in one round; the next round goes on. */
const MOST_AT_ONCE = 100;
/** Records of one kind and tenant that may fail in one round before the rest waits for the next one. */
const MOST_FAILURES = 20;

type Made = { made: true } | { made: false; failed: string | null };

async function changeNext(ports: EventsPorts, tenant: string, change: ScheduledChange, skip: readonly string[]): Promise<Made> {
  let subject: string | null = null;
  try {
    return await ports.outbox.transaction(tenant, async (tx): Promise<Made> => {
      const { rows } = await tx.query<{ now: string }>("select business_now($1) as now", [tenant]);
      const causeId = `schedule:${change.name}:${newId("evt")}`;
      const plan = await change.next({ tx, tenant, businessNow: rows[0]?.now ?? new Date().toISOString(), causeId, skip });
      if (!plan) return { made: false, failed: null };
      subject = plan.subject;
      await beginCause(tx, { tenant, id: causeId, kind: "scheduled_change", entities: plan.entities, detail: change.name });
      const { records } = await plan.apply();
      ports.log.info({ tenant, change: change.name, records: records.map(({ record }) => record) }, "scheduled change made");
      return { made: true };
    });
  } catch (error) {
    ports.log.warn({ err: error, tenant, change: change.name, subject }, "a scheduled change failed; the next round tries it again");
    return { made: false, failed: subject };
  }
}

/** Makes what is due of one kind in one tenant; a record that fails is passed over. Gives the number made. */
async function changeAll(ports: EventsPorts, tenant: string, change: ScheduledChange, signal?: AbortSignal): Promise<number> {
  const skip: string[] = [];
  let made = 0;
  while (made < MOST_AT_ONCE && skip.length < MOST_FAILURES && !signal?.aborted) {
    const result = await changeNext(ports, tenant, change, skip);
    if (result.made) made++;
    else if (result.failed === null) break;
    else skip.push(result.failed);
  }
  return made;
}

/**
 * Makes every change that is due, each in a transaction of its own. Gives their number. Several replicas may do it at once. One that
 * fails keeps neither the others of its tenant nor other tenants waiting.
 */
export async function runScheduledChanges(ports: EventsPorts, signal?: AbortSignal): Promise<number> {
  if (ports.definition.scheduled.length === 0) return 0;
  const tenants = (
    await transaction(ports.pool, ALL_TENANTS, (tx) =>
      tx.query<{ tenant: string }>("select tenant from tenants order by tenant limit 5000"),
    )
  ).rows;
  let made = 0;
  for (const { tenant } of tenants) for (const change of ports.definition.scheduled) made += await changeAll(ports, tenant, change, signal);
  return made;
}
