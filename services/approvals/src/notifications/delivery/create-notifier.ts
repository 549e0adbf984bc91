import { ALL_TENANTS, type Tx, transaction } from "@quartermaster/shared/db";
import type { Logger } from "@quartermaster/shared/log";
import { collectItems } from "./collect-items.ts";
import { type SendDeps, sendDeliveries } from "./send-deliveries.ts";
import { spreadNotes } from "./spread-notes.ts";

export interface Notifier {
  start(): void;
  /** One round over everything that is due; for tests and for the loop. Returns whether there was anything. */
  round(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface NotifierDeps extends Omit<SendDeps, "log"> {
  log: Logger;
  /** Where the console is, for links. */
  consoleUrl: string | undefined;
}

const IDLE_MS = 1_000;
const FORGET_EVERY_MS = 600_000;
const TENANTS_A_ROUND = 20;

// In no order: a tenant with much to tell must not keep others waiting.
const WITH_WORK = `select tenant from (
    select tenant from notification_notes where spread_at is null
    union select tenant from notification_items where not done and due_at <= now()
    union select tenant from notification_deliveries where state = 'waiting' and next_at <= now() and (lease_until is null or lease_until < now())
  ) t order by random() limit ${TENANTS_A_ROUND}`;
// Items and attempts go with what they belong to.
const FORGET = [
  "delete from notification_deliveries where id in (select id from notification_deliveries where ended_at < now() - interval '30 days' limit 5000)",
  `delete from notification_notes where id in (select id from notification_notes n where n.at < now() - interval '30 days'
    and not exists (select from notification_items i where i.note_id = n.id and not i.done) limit 5000)`,
];

/** Tells people and systems what the queue has for them, away from the requests and messages that cause it. Safe on many replicas. */
export function createNotifier(deps: NotifierDeps): Notifier {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let forgotAt = 0;

  const within = async (tenant: string, work: (tx: Tx) => Promise<number>): Promise<number> => await transaction(deps.pool, tenant, work);
  const serve = async (tenant: string): Promise<number> => {
    const spread = await within(tenant, async (tx) => await spreadNotes(tx, tenant));
    const collected = await within(tenant, async (tx) => await collectItems(tx, tenant, deps.consoleUrl));
    return spread + collected + (await sendDeliveries(deps, tenant));
  };
  const forget = async (): Promise<void> => {
    if (Date.now() - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = Date.now();
    await within(ALL_TENANTS, async (tx) => {
      for (const text of FORGET) await tx.query(text);
      return 0;
    });
  };
  const round = async (): Promise<boolean> => {
    const tenants = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<{ tenant: string }>(WITH_WORK)).rows);
    const done = await Promise.allSettled(tenants.map(async (row) => await serve(row.tenant)));
    for (const one of done) if (one.status === "rejected") deps.log.warn({ err: one.reason }, "notifications of a tenant failed");
    await forget();
    return done.some((one) => one.status === "fulfilled" && one.value > 0);
  };
  const schedule = (pause: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => {
          deps.log.warn({ err: error }, "notifications failed");
          return false;
        })
        .then((busy) => schedule(busy ? 0 : IDLE_MS));
    }, pause);
  };
  return {
    start: () => schedule(IDLE_MS),
    round,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
