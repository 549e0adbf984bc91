import { newId } from "@quartermaster/shared/contracts";
import { createPool, type Pool, transaction } from "@quartermaster/shared/db";
import { cloneDatabase, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpent, settleLease, takeLease } from "../../src/budget/budget-ledger.ts";

let database: TestDatabase;
let pools: Pool[];

beforeAll(async () => {
  database = await cloneDatabase("coordinator");
  await database.admin("insert into tenants (tenant, demo) values ('demo', true)");
  pools = ["a", "b"].map((name) => createPool({ url: database.url("qm_coordinator"), name: `budget-${name}`, max: 4 }));
});
afterAll(async () => {
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await database?.drop();
});

const lease = { steps: 10, tokens: 1_000, costMicros: 500, wallMs: 60_000 };
const used = { modelCalls: 2, promptTokens: 150, completionTokens: 50, costMicros: 40 };
const within = <T>(replica: number, work: Parameters<typeof transaction<T>>[2]) => transaction(pools[replica] as Pool, "demo", work);

describe("the ledger of a request", () => {
  it("counts what was settled as used and what nobody settled in full, across two replicas and any repetition", async () => {
    const request = { id: newId("req"), tenant: "demo", threadId: newId("thr") };
    const tasks = Array.from({ length: 20 }, (_, index) => ({ id: newId("tsk"), survives: index % 3 !== 0 }));
    await Promise.all(tasks.map((task, index) => within(index % 2, (tx) => takeLease(tx, request, task.id, lease))));
    // Survivors report to both replicas, twice each; the others died with their process.
    const reports = tasks.filter((task) => task.survives).flatMap((task) => [0, 1, 0, 1].map((replica) => ({ task, replica })));
    await Promise.all(reports.map(({ task, replica }) => within(replica, (tx) => settleLease(tx, request.id, task.id, used))));
    const settled = tasks.filter((task) => task.survives).length;
    const lost = tasks.length - settled;
    const spent = await within(0, (tx) => readSpent(tx, request.id));
    expect(spent).toMatchObject({
      steps: settled * 2 + lost * 10,
      tokens: settled * 200 + lost * 1_000,
      costMicros: settled * 40 + lost * 500,
      leasedTokens: lost * 1_000,
    });
    expect(await within(1, (tx) => readSpent(tx, request.id, true))).toMatchObject({ tokens: settled * 200 });
  });

  it("shows no other tenant's spending", async () => {
    const request = { id: newId("req"), tenant: "demo", threadId: newId("thr") };
    await within(0, (tx) => takeLease(tx, request, "t", lease));
    expect(await transaction(pools[0] as Pool, "t2", (tx) => readSpent(tx, request.id))).toMatchObject({ tokens: 0 });
  });
});
