import { forgetAnswers } from "@quartermaster/shared/db";
import { cloneDatabase, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const databases: TestDatabase[] = [];
beforeAll(async () => {
  databases.push(...(await Promise.all([cloneDatabase("approvals"), cloneDatabase("coordinator")])));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
});

it.each([
  { index: 0, table: "idempotency_keys", hash: "request_hash", answer: "answer", role: "qm_approvals" },
  { index: 1, table: "idempotency", hash: "body_hash", answer: "response", role: "qm_coordinator" },
] as const)(
  "$table keeps answers for 24 hours, in every tenant, and calls at work for as long as they are",
  async ({ index, table, hash, answer, role }) => {
    const database = databases[index] as TestDatabase;
    const insert = `insert into ${table} (tenant, user_id, key, ${hash}, status, ${answer}, at, lease_until)
    values ($1, 'u', $2, 'h', $3, '{}', now() - $4::interval, now() + $5::interval)`;
    await database.admin(insert, ["demo", "young", 200, "23 hours 59 minutes", null]);
    await database.admin(insert, ["demo", "at-work", null, "25 hours", "10 seconds"]);
    await database.admin(insert, ["demo", "died", null, "25 hours", "-10 seconds"]);
    for (const tenant of ["demo", "t2"])
      for (let n = 0; n < 5; n++) await database.admin(insert, [tenant, `old-${n}`, 200, `${30 + n} hours`, null]);
    const [one, two] = [database.pool(role), database.pool(role)] as const;
    const left = async () => (await database.admin<{ key: string }>(`select key from ${table} order by key`)).map((row) => row.key);
    expect(await forgetAnswers(one, { table }, { batch: 3, batches: 2 })).toBe(6);
    // The oldest first; what a round leaves over is the next one's.
    expect(await left()).toEqual(["at-work", "died", "old-0", "old-0", "old-1", "old-1", "young"]);
    await Promise.all([forgetAnswers(one, { table }), forgetAnswers(two, { table })]);
    expect(await left()).toEqual(["at-work", "young"]);
    expect(await forgetAnswers(one, { table })).toBe(0);
  },
);
