import { ALL_TENANTS, type Outbox, type OutboxMessage, type Pool, transaction } from "@quartermaster/shared/db";
import type { SimulatedBus } from "../bus.ts";
import type { Process, Scheduler } from "../scheduler.ts";
import type { Database } from "./database.ts";

const INSERT = `insert into outbox (tenant, subject, msg_id, body, headers)
  select $1, s, m, b, h::jsonb from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as t(s, m, b, h) returning id::text`;
/** Rows younger than this are in the hands of the process that wrote them. */
const SWEEP_OLDER_MS = 3_000;

export interface OutboxParts {
  pool: Pool;
  database: Database;
  bus: SimulatedBus;
  scheduler: Scheduler;
  process: Process;
  /** A planted bug: messages leave while the transaction still runs. */
  sendsBeforeCommit?: boolean;
}

export interface SimulatedOutbox extends Pick<Outbox, "transaction"> {
  /** One round of the sweeper: what a dead process or a deaf bus left behind. */
  sweep(): Promise<void>;
}

/**
 * Mirrors `libs/shared/src/db/outbox.ts`, whose timers run by the clock of the machine: rows with the change in one transaction, sent
 * right after the commit, and again by a sweeper until the stream confirms.
 */
export function createSimulatedOutbox({ pool, database, bus, scheduler, process, sendsBeforeCommit }: OutboxParts): SimulatedOutbox {
  const publish = async (row: { id: string; subject: string; msg_id: string; body: string }): Promise<void> => {
    const sent = await bus.publish(process, row.subject, row.body, row.msg_id).then(
      () => true,
      () => false,
    );
    if (!sent) return;
    const session = database.begin(process);
    session.tenant = ALL_TENANTS;
    session.remove("outbox", row.id);
    await scheduler.pause(process);
    database.end(session, true);
  };
  return {
    async transaction(tenant, work) {
      const messages: OutboxMessage[] = [];
      let ids: string[] = [];
      const result = await transaction(pool, tenant, async (tx) => {
        const outcome = await work({ query: tx.query.bind(tx), send: (message) => messages.push(message) });
        if (sendsBeforeCommit) {
          for (const { subject, msgId, body } of messages)
            await bus.publish(process, subject, typeof body === "string" ? body : JSON.stringify(body), msgId).catch(() => {});
        } else if (messages.length > 0) {
          const bodies = messages.map((m) => (typeof m.body === "string" ? m.body : JSON.stringify(m.body)));
          const values = [tenant, messages.map((m) => m.subject), messages.map((m) => m.msgId), bodies, messages.map(() => null)];
          ids = (await tx.query<{ id: string }>({ name: "outbox-insert", text: INSERT, values })).rows.map((row) => row.id);
        }
        return outcome;
      });
      for (const id of ids) {
        const row = database.table("outbox").get(id);
        if (row) void publish(row as Parameters<typeof publish>[0]);
      }
      return result;
    },
    async sweep() {
      for (const row of [...database.table("outbox").values()])
        if (scheduler.now - Date.parse(row.created_at) >= SWEEP_OLDER_MS) await publish(row as Parameters<typeof publish>[0]);
    },
  };
}
