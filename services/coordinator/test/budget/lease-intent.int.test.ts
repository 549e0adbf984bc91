import { priceOf } from "@quartermaster/agent/agent";
import { newId } from "@quartermaster/shared/contracts";
import { createPool, type Pool, transaction } from "@quartermaster/shared/db";
import { cloneDatabase, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpent, takeLease } from "../../src/budget/budget-ledger.ts";
import { leaseIntent } from "../../src/budget/lease-intent.ts";
import { readLimits } from "../../src/budget/read-limits.ts";

let database: TestDatabase;
let pool: Pool;
const prices = { m: { prompt: "1", completion: "4" } };

beforeAll(async () => {
  database = await cloneDatabase("coordinator");
  await database.admin("insert into tenants (tenant, demo) values ('demo', true)");
  pool = createPool({ url: database.url("qm_coordinator"), name: "lease-intent", max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const within = <T>(work: Parameters<typeof transaction<T>>[2]) => transaction(pool, "demo", work);
const aRequest = () => ({ id: newId("req"), tenant: "demo", threadId: newId("thr") });
const contextOf = (cost?: string) => ({
  budgets: readLimits({ QM_BUDGET_STEPS: 10, QM_BUDGET_TOKENS: 20_000, QM_BUDGET_WALL_MS: 60_000, QM_BUDGET_COST: cost }, prices, ["m"]),
  model: { price: priceOf(prices, "m"), under: () => async () => ({ json: null, usage: never() }) },
});
const never = (): never => {
  throw new Error("no model is asked here");
};

describe("the lease under which a turn is read", () => {
  it("counts in full while nobody settles it, with its cost by the price of the model", async () => {
    const request = aRequest();
    const lease = await within((tx) => leaseIntent(contextOf("0.50"), tx, request, "intent:dead"));
    expect(lease).toEqual({ steps: 4, tokens: 16_000, costMicros: 10_000 + 4 * 6_000, wallMs: 60_000 });
    expect(await within((tx) => readSpent(tx, request.id))).toMatchObject({ steps: 4, tokens: 16_000, costMicros: 34_000 });
  });

  it("takes no more than earlier attempts that died have left, and nothing once that carries no question", async () => {
    const request = aRequest();
    const spend = (holder: string, tokens: number) =>
      within((tx) => takeLease(tx, request, holder, { steps: 1, tokens, costMicros: 490_000, wallMs: 1_000 }));
    await spend("intent:first", 17_000);
    expect(await within((tx) => leaseIntent(contextOf("0.50"), tx, request, "intent:second"))).toMatchObject({
      tokens: 3_000,
      costMicros: 10_000,
      wallMs: 59_000,
    });
    await spend("task", 100);
    expect(await within((tx) => leaseIntent(contextOf(), tx, request, "intent:third"))).toBeNull();
    expect(await within((tx) => readSpent(tx, request.id))).toMatchObject({ tokens: 20_100 });
  });

  it("writes down the cost of a priced model that has no limit of cost", async () => {
    const request = aRequest();
    expect(await within((tx) => leaseIntent(contextOf(), tx, request, "intent:one"))).toMatchObject({ costMicros: null });
    expect((await within((tx) => readSpent(tx, request.id))).costMicros).toBe(34_000);
  });
});
