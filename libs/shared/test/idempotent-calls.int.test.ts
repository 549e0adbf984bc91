import { createIdempotentCalls, transaction } from "@quartermaster/shared/db";
import { cloneDatabase, type TestDatabase, until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const TABLE = { table: "idempotency_keys", hash: "request_hash", answer: "answer" };
let database: TestDatabase;
let count = 0;

beforeAll(async () => {
  database = await cloneDatabase("approvals");
});
afterAll(async () => {
  await database?.drop();
});

/** One connection only: work that a caller keeps from the database by holding one would never end. */
const callsOf = (times?: { leaseMs: number; waitMs: number }) => {
  const pool = database.pool("qm_approvals", { max: 1 });
  return { pool, calls: createIdempotentCalls(pool, TABLE, times) };
};
const aCall = (more: object = {}) => ({ tenant: "demo", user: "stock.ben", key: `key-${++count}`, hash: "h1", ...more });
const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe("calls under an Idempotency-Key", () => {
  it("work once, however many come at the same time, and hold no connection meanwhile", async () => {
    const [one, two] = [callsOf(), callsOf()];
    const call = aCall();
    const { open, opened } = gate();
    let works = 0;
    const work = (own: typeof one) => async () => {
      works++;
      await opened;
      // On the one connection there is.
      const found = await transaction(own.pool, "demo", (tx) => tx.query<{ n: number }>("select 7 as n"));
      return { status: 201, body: found.rows[0] };
    };
    const answers = Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two)).map((own) => own.calls.run(call, work(own)));
    await until(() => works === 1, { what: "the work" });
    open();
    const all = await Promise.all(answers);
    expect(works).toBe(1);
    expect(all.map((answer) => [answer.status, answer.body])).toEqual(all.map(() => [201, { n: 7 }]));
    expect(all.filter((answer) => !answer.replayed)).toHaveLength(1);
    await expect(one.calls.run({ ...call, hash: "h2" }, work(one))).rejects.toMatchObject({ code: "idempotency_mismatch" });
  });

  it("tell a repeat to come again when the first is still at work after a while", async () => {
    const { calls } = callsOf({ leaseMs: 15_000, waitMs: 60 });
    const call = aCall();
    const { open, opened } = gate();
    const started = gate();
    const first = calls.run(call, async () => {
      started.open();
      await opened;
      return { status: 200, body: 1 };
    });
    await started.opened;
    const again = () => calls.run(call, async () => ({ status: 200, body: 2 }));
    await expect(again()).rejects.toMatchObject({ code: "in_progress", status: 409, retryAfterSeconds: 2 });
    await expect(calls.run({ ...call, hash: "h2" }, again)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    open();
    expect(await first).toMatchObject({ body: 1, replayed: false });
    expect(await again()).toMatchObject({ body: 1, replayed: true });
  });

  it("keep no error: a repeat is judged anew", async () => {
    const { calls } = callsOf();
    const call = aCall();
    await expect(calls.run(call, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await calls.run(call, async () => ({ status: 200, body: "yes" }))).toMatchObject({ body: "yes", replayed: false });
  });

  it("are done again under the same id after a process died at work, and only then", async () => {
    const { calls } = callsOf({ leaseMs: 600, waitMs: 20_000 });
    const call = aCall();
    const ids: string[] = [];
    const never = new Promise<never>(() => {});
    void calls.run(call, async (id) => {
      ids.push(id);
      return await never;
    });
    await until(() => ids.length === 1, { what: "the first try" });
    // As long as the first renews its lease, nobody else works.
    const second = calls.run(call, async (id) => {
      ids.push(id);
      return { status: 200, body: "second" };
    });
    const lease = async () =>
      (await database.admin<{ lease: string }>("select lease_until::text as lease from idempotency_keys where key = $1", [call.key]))[0]
        ?.lease;
    const before = await lease();
    await until(async () => (await lease()) !== before, { what: "a renewal" });
    expect(ids).toHaveLength(1);
    // A dead process renews nothing: here, because the row is not its own any more.
    await database.admin("update idempotency_keys set owner = 'own_dead', lease_until = now() where key = $1", [call.key]);
    expect(await second).toMatchObject({ body: "second", replayed: false });
    expect(ids[1]).toBe(ids[0]);
  });

  it("give one answer when the lease was lost while the work went on", async () => {
    const { calls } = callsOf();
    const call = aCall();
    const { open, opened } = gate();
    const started = gate();
    const first = calls.run(call, async () => {
      started.open();
      await opened;
      return { status: 200, body: "first" };
    });
    await started.opened;
    await database.admin("update idempotency_keys set lease_until = now() - interval '1 second' where key = $1", [call.key]);
    expect(await calls.run(call, async () => ({ status: 200, body: "second" }))).toMatchObject({ body: "second" });
    open();
    expect(await first).toMatchObject({ body: "second", replayed: true });
  });

  it("are stored also when the work empties the table, as a fresh world does", async () => {
    const { calls } = callsOf();
    const call = aCall();
    let works = 0;
    const run = () =>
      calls.run(call, async () => {
        works++;
        await database.admin("delete from idempotency_keys where key = $1", [call.key]);
        return { status: 200, body: null };
      });
    expect([await run(), await run(), works]).toMatchObject([{ replayed: false }, { replayed: true }, 1]);
  });
});

it("a connection that is cut while in use fails its query, not the process", async () => {
  const pool = database.pool("qm_approvals", { max: 1 });
  await expect(
    transaction(pool, "demo", async (tx) => {
      const { pid } = (await tx.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0] ?? { pid: 0 };
      await database.admin("select pg_terminate_backend($1)", [pid]);
      // The socket closes while no query runs, then one does.
      await until(async () => (await database.admin("select 1 from pg_stat_activity where pid = $1", [pid])).length === 0);
      await tx.query("select 1");
    }),
  ).rejects.toThrow();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
