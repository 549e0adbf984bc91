import { newId } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { beginCause } from "./change-cause.ts";
import type { ScheduledChange } from "./event-handler.ts";
import type { EventsPorts } from "./events-ports.ts";

/** Changes of one kind and tenant in one round; the next round goes on. */
const MOST_AT_ONCE = 100;
/** Records of one kind and tenant that may fail in one round; the next round goes on behind them. */
const MOST_FAILURES = 20;

/** Records of one kind and tenant that are passed over until the others had their turn; with more of them the rounds begin anew. */
const MOST_PASSED_OVER = 1000;

/** Records that failed, by tenant and kind of change, until a round has found nothing else that is due. */
const passedOver = new WeakMap<EventsPorts, Map<string, string[]>>();

function passedOverOf(ports: EventsPorts): Map<string, string[]> {
  const known = passedOver.get(ports) ?? new Map<string, string[]>();
  passedOver.set(ports, known);
  return known;
}

/** `failed` names the record that did; null when it was not even known what is due. */
type Made = { kind: "made" } | { kind: "nothing_due" } | { kind: "failed"; failed: string | null };

async function changeNext(ports: EventsPorts, tenant: string, change: ScheduledChange, skip: readonly string[]): Promise<Made> {
  let subject: string | null = null;
  try {
    return await ports.outbox.transaction(tenant, async (tx): Promise<Made> => {
      const { rows } = await tx.query<{ now: string }>("select business_now($1) as now", [tenant]);
      const causeId = `schedule:${change.name}:${newId("evt")}`;
      const plan = await change.next({ tx, tenant, businessNow: rows[0]?.now ?? new Date().toISOString(), causeId, skip });
      if (!plan) return { kind: "nothing_due" };
      subject = plan.subject;
      await beginCause(tx, { tenant, id: causeId, kind: "scheduled_change", entities: plan.entities, detail: change.name });
      const { records } = await plan.apply();
      ports.log.info({ tenant, change: change.name, records: records.map(({ record }) => record) }, "scheduled change made");
      return { kind: "made" };
    });
  } catch (error) {
    ports.log.warn({ err: error, tenant, change: change.name, subject }, "a scheduled change failed; the next round tries it again");
    return { kind: "failed", failed: subject };
  }
}

/**
 * Makes what is due of one kind in one tenant; a record that fails is passed over, in the next rounds too until all others had their
 * turn, so that many that always fail keep no later one waiting. When it cannot even be told what is due, the next round asks again and
 * still knows what it passes over. Gives the number made.
 */
async function changeAll(ports: EventsPorts, tenant: string, change: ScheduledChange, signal?: AbortSignal): Promise<number> {
  const memory = passedOverOf(ports);
  const key = `${tenant} ${change.name}`;
  const skip = [...(memory.get(key) ?? [])];
  const most = skip.length + MOST_FAILURES;
  let made = 0;
  let rest = true;
  while (made < MOST_AT_ONCE && skip.length < most && !signal?.aborted) {
    const result = await changeNext(ports, tenant, change, skip);
    if (result.kind === "made") made++;
    else if (result.kind === "failed" && result.failed !== null) skip.push(result.failed);
    else {
      rest = result.kind === "failed";
      break;
    }
  }
  if (rest && skip.length > 0 && skip.length < MOST_PASSED_OVER) memory.set(key, skip);
  else memory.delete(key);
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
