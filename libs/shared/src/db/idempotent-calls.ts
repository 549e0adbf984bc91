import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../contracts/index.ts";
import { AppError } from "../errors/index.ts";
import type { Pool } from "./pool.ts";
import { transaction } from "./transaction.ts";

/** The table that keeps a service's answers; one row for each tenant, user and key. */
export interface AnswerTable {
  table: string;
  /** Column of the hash that tells the same call from another under the same key. */
  hash: string;
  /** Column of the answer's body. */
  answer: string;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

/** One call as its repeats have it in common. */
export interface KeyedCall {
  tenant: string;
  user: string;
  key: string;
  hash: string;
}

export interface IdempotentCalls {
  /**
   * Gives the answer of a call: the stored one, or what `work` gives, which is stored. No transaction is open while `work` runs:
   * a row says that it does, with a lease that is renewed. A repeat waits for the answer, for a bounded time.
   * Only answers are stored, never errors: those are judged anew. When a process dies at work, a repeat after the lease does the
   * work again, under the same `callId`: what `work` makes once only must be named after it.
   * @throws AppError idempotency_mismatch | in_progress, and whatever `work` throws
   */
  run(call: KeyedCall, work: (callId: string) => Promise<StoredAnswer>): Promise<StoredAnswer & { replayed: boolean }>;
}

export interface IdempotentCallTimes {
  /** How long a row speaks for a process that may have died, in milliseconds. */
  leaseMs: number;
  /** How long a repeat waits for the first call's answer, in milliseconds. */
  waitMs: number;
}

const TIMES: IdempotentCallTimes = { leaseMs: 15_000, waitMs: 10_000 };
const FIRST_LOOK_MS = 20;
const LOOK_EVERY_MS = 500;

interface Row {
  hash: string;
  status: number | null;
  answer: unknown;
}

type Reserved = { kind: "mine"; callId: string } | { kind: "answered"; answer: StoredAnswer } | { kind: "busy" };

const statements = ({ table, hash, answer }: AnswerTable) => ({
  // A row without an answer whose lease ran out belongs to a process that died.
  reserve: `insert into ${table} as known (tenant, user_id, key, ${hash}, call_id, owner, lease_until)
    values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float / 1000.0))
    on conflict (tenant, user_id, key) do update set owner = excluded.owner, lease_until = excluded.lease_until
    where known.status is null and known.lease_until < now() and known.${hash} = excluded.${hash} returning call_id`,
  read: `select ${hash} as hash, status, ${answer} as answer from ${table} where tenant = $1 and user_id = $2 and key = $3`,
  renew: `update ${table} set lease_until = now() + make_interval(secs => $5::float / 1000.0)
    where tenant = $1 and user_id = $2 and key = $3 and owner = $4 and status is null`,
  // Work that empties the tenant (a fresh world) takes the row with it; its answer is stored all the same.
  finish: `insert into ${table} as known (tenant, user_id, key, status, ${answer}, ${hash}, call_id) values ($1, $2, $3, $5, $6, $7, $8)
    on conflict (tenant, user_id, key) do update set status = excluded.status, ${answer} = excluded.${answer}, owner = null, lease_until = null
    where known.owner = $4 and known.status is null`,
  release: `delete from ${table} where tenant = $1 and user_id = $2 and key = $3 and owner = $4 and status is null`,
});

/** Makes the keeper of a service's answers. */
export function createIdempotentCalls(pool: Pool, table: AnswerTable, times: IdempotentCallTimes = TIMES): IdempotentCalls {
  const sql = statements(table);

  const reserve = async (call: KeyedCall, owner: string): Promise<Reserved> =>
    await transaction(pool, call.tenant, async (tx) => {
      const id = [call.tenant, call.user, call.key];
      const mine = await tx.query<{ call_id: string }>(sql.reserve, [...id, call.hash, newId("own"), owner, times.leaseMs]);
      if (mine.rows[0]) return { kind: "mine", callId: mine.rows[0].call_id };
      const known = (await tx.query<Row & Record<string, unknown>>(sql.read, id)).rows[0];
      // Released between the two statements: it is free again.
      if (!known) return { kind: "busy" };
      if (known.hash !== call.hash) throw new AppError("idempotency_mismatch");
      if (known.status === null) return { kind: "busy" };
      return { kind: "answered", answer: { status: known.status, body: known.answer } };
    });

  const ask = async (text: string, call: KeyedCall, owner: string, values: unknown[] = []): Promise<boolean> => {
    const all = [call.tenant, call.user, call.key, owner, ...values];
    return (await transaction(pool, call.tenant, (tx) => tx.query(text, all))).rowCount === 1;
  };

  /** Does the work and stores its answer; null when the lease was lost to somebody who does the same. */
  const work = async (
    call: KeyedCall,
    owner: string,
    callId: string,
    doIt: (callId: string) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer | null> => {
    // A renewal that fails is made up for by the next; after the lease, somebody else does the work again, which it must bear.
    const renewal = setInterval(() => void ask(sql.renew, call, owner, [times.leaseMs]).catch(() => {}), times.leaseMs / 3);
    try {
      const answer = await doIt(callId).catch(async (error: unknown) => {
        await ask(sql.release, call, owner).catch(() => {});
        throw error;
      });
      const values = [answer.status, JSON.stringify(answer.body ?? null), call.hash, callId];
      const stored = await ask(sql.finish, call, owner, values).catch(async (error: unknown) => {
        // The work is done: the row stays, so that a repeat does it under the same id, and at once.
        await ask(sql.renew, call, owner, [0]).catch(() => {});
        throw error;
      });
      return stored ? answer : null;
    } finally {
      clearInterval(renewal);
    }
  };

  return {
    async run(call, doIt) {
      const owner = newId("own");
      const until = Date.now() + times.waitMs;
      for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LOOK_EVERY_MS)) {
        const reserved = await reserve(call, owner);
        if (reserved.kind === "answered") return { ...reserved.answer, replayed: true };
        if (reserved.kind === "mine") {
          const answer = await work(call, owner, reserved.callId, doIt);
          if (answer) return { ...answer, replayed: false };
        }
        if (Date.now() >= until) throw new AppError("in_progress", { retryAfterSeconds: 2 });
        await sleep(pause);
      }
    },
  };
}
