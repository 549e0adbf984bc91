import type { Bus } from "../bus/types.ts";
import { AppError } from "../errors/index.ts";
import type { Logger } from "../log/index.ts";
import type { Pool } from "./pool.ts";
import { ALL_TENANTS, type Tx, transaction } from "./transaction.ts";

/** Bytes of a body at most: a stream takes 512 KiB with the subject and the headers. */
export const MAX_BODY_BYTES = 500_000;

export interface OutboxMessage {
  subject: string;
  /** Stable across retries of the same send; the stream drops repeats inside its window. */
  msgId: string;
  /** Text, or a value that is sent as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A transaction that can also send: messages are stored with the change and published right after the commit. */
export interface OutboxTx extends Tx {
  send(message: OutboxMessage): void;
}

export interface Outbox {
  /**
   * Runs `work` in one transaction and publishes what it sent once that is committed. A message that no stream takes ends the
   * transaction instead of staying in the outbox for ever. @throws AppError message_too_large; otherwise as `transaction`
   */
  transaction<T>(tenant: string, work: (tx: OutboxTx) => Promise<T>): Promise<T>;
  /** Starts the sweeper that sends what a dead process or a down bus left behind. */
  start(): void;
  /** Publishes what is in hand, then stops. */
  stop(): Promise<void>;
}

export interface OutboxOptions {
  pool: Pool;
  /** Pool with asynchronous commit for deletes; losing a delete costs one duplicate, absorbed at the claim. */
  deletePool?: Pool;
  bus: Pick<Bus, "publish">;
  log: Logger;
  sweepEveryMs?: number;
  sweepOlderMs?: number;
}

interface Row {
  id: string;
  subject: string;
  msg_id: string;
  body: string;
  headers: Record<string, string> | null;
}

const INSERT = `insert into outbox (tenant, subject, msg_id, body, headers)
  select $1, s, m, b, h::jsonb from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as t(s, m, b, h) returning id::text`;
// By the column: a bare `id` would be the selected text, where 9 comes after 10.
const SWEEP = `select id::text, subject, msg_id, body, headers from outbox
  where role = current_user and created_at < now() - make_interval(secs => $1) order by outbox.id limit 200 for update skip locked`;

function bodyOf({ subject, body }: OutboxMessage): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BODY_BYTES)
    throw new AppError("message_too_large", { detail: `a message to ${subject.split(".").slice(0, 2).join(".")} has ${bytes} bytes` });
  return text;
}

/** Makes the outbox of this process's login role: fast path after commit, a one-second sweeper, batched deletes. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { pool, bus, log } = options;
  const deletePool = options.deletePool ?? pool;
  let sent: string[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let sweepTimer: NodeJS.Timeout | undefined;
  let stopped = false;
  const inFlight = new Set<Promise<void>>();

  const flush = async (): Promise<void> => {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    if (sent.length === 0) return;
    const ids = sent;
    sent = [];
    await transaction(deletePool, ALL_TENANTS, (tx) => tx.query("delete from outbox where id = any($1::bigint[])", [ids])).catch(
      (error: unknown) => {
        log.warn({ err: error, rows: ids.length }, "outbox delete failed; the sweeper sends these again");
      },
    );
  };
  const markSent = (id: string) => {
    sent.push(id);
    if (sent.length >= 200) void flush();
    else flushTimer ??= setTimeout(() => void flush(), 50);
  };
  const publish = async (row: Row): Promise<boolean> => {
    try {
      await bus.publish(row.subject, row.body, { msgId: row.msg_id, ...(row.headers ? { headers: row.headers } : {}) });
      return true;
    } catch (error) {
      log.debug({ err: error, subject: row.subject }, "publish failed; the sweeper tries again");
      return false;
    }
  };
  const track = (work: Promise<void>) => {
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  };
  const sweep = async (): Promise<void> => {
    await transaction(pool, ALL_TENANTS, async (tx) => {
      const rows = (await tx.query<Row>(SWEEP, [(options.sweepOlderMs ?? 3_000) / 1000])).rows;
      const outcomes = await Promise.all(rows.map(publish));
      const done = rows.filter((_, index) => outcomes[index]).map((row) => row.id);
      if (done.length > 0) await tx.query("delete from outbox where id = any($1::bigint[])", [done]);
    });
  };
  const schedule = () => {
    if (stopped) return;
    sweepTimer = setTimeout(() => {
      const run = sweep()
        .catch((error: unknown) => log.warn({ err: error }, "outbox sweep failed"))
        .finally(schedule);
      track(run);
    }, options.sweepEveryMs ?? 1_000);
  };

  return {
    async transaction(tenant, work) {
      let stored: Row[] = [];
      const result = await transaction(pool, tenant, async (tx) => {
        const messages: OutboxMessage[] = [];
        const outcome = await work({ query: tx.query.bind(tx) as Tx["query"], send: (message) => messages.push(message) });
        if (messages.length > 0) {
          const bodies = messages.map(bodyOf);
          const headers = messages.map((m) => (m.headers ? JSON.stringify(m.headers) : null));
          const inserted = await tx.query<{ id: string }>({
            name: "outbox-insert",
            text: INSERT,
            values: [tenant, messages.map((m) => m.subject), messages.map((m) => m.msgId), bodies, headers],
          });
          stored = messages.map((m, i) => ({
            id: inserted.rows[i]?.id ?? "",
            subject: m.subject,
            msg_id: m.msgId,
            body: bodies[i] ?? "",
            headers: m.headers ?? null,
          }));
        }
        return outcome;
      });
      for (const row of stored) {
        track(
          publish(row).then((ok) => {
            if (ok) markSent(row.id);
          }),
        );
      }
      return result;
    },
    start: () => schedule(),
    async stop() {
      stopped = true;
      clearTimeout(sweepTimer);
      await Promise.allSettled([...inFlight]);
      await flush();
    },
  };
}
