import { newId } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack?.stop();
});

const IDLE = `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
  and state_change < clock_timestamp() - interval '500 milliseconds'`;

async function twoItems() {
  const items = [];
  for (let n = 0; n < 2; n++) {
    const plan = aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      steps: ({ tenant, requestId }) => [aStep(tenant, requestId, { agent: "supply", tool: "transfer_stock", args: transferArgs() })],
    });
    await stack.submit(plan);
    items.push(await stack.item(plan, plan.steps[0]?.id ?? ""));
  }
  return items.map(({ id, revision, card }) => ({ id, revision, cardHash: card.hash, decision: "approve" }));
}

describe("a POST under an Idempotency-Key", () => {
  it("holds no transaction open while an executor does not answer, and keeps nobody else from the database", async () => {
    const items = await twoItems();
    const headers = { "idempotency-key": newId("evt") };
    const decide = () => stack.call("stock.ben", "POST", "/v1/approvals/decisions", { body: { items }, headers });
    stack.supply.mute = true;
    try {
      let done = false;
      const answers = Promise.all([...Array(12).keys()].map(decide)).finally(() => {
        done = true;
      });
      let idle = 0;
      while (!done) {
        idle += (await stack.database.admin<{ n: number }>(IDLE))[0]?.n ?? 0;
        expect((await stack.call("stock.ben", "GET", "/v1/approvals?limit=1")).status).toBe(200);
      }
      expect(idle).toBe(0);
      const all = await answers;
      expect(all.map((answer) => answer.status)).toEqual(all.map(() => 200));
      expect(all.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
      for (const answer of all) expect(answer.body).toEqual(all[0]?.body);
      expect(all[0]?.body.items.map((item: { status: number }) => item.status)).toEqual([504, 504]);
    } finally {
      stack.supply.mute = false;
    }
  });

  it("gives the first answer again for what only explains or signs", async () => {
    for (const [path, body] of [
      ["/v1/policy/evaluate", { tool: "transfer_stock" }],
      ["/v1/request-tokens", { requestId: newId("req") }],
    ] as const) {
      const headers = { "idempotency-key": newId("evt") };
      const first = await stack.call("planner.anna", "POST", path, { body, headers });
      const again = await stack.call("planner.anna", "POST", path, { body, headers });
      expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null]);
      expect([again.headers.get("idempotency-replayed"), again.body]).toEqual(["true", first.body]);
      const other = await stack.call("planner.anna", "POST", path, { body: { ...body, nosuch: 1 }, headers });
      expect(other.status).toBe(400);
    }
  });
});

describe("a call whose database connection is lost", () => {
  it("is answered with 503 to try again, and the service goes on", async () => {
    const holder = await stack.database.pool("qm_approvals", { max: 1 }).connect();
    try {
      await holder.query("begin");
      await holder.query("select set_config('qm.tenant', 'demo', true)");
      await holder.query("select pg_advisory_xact_lock(hashtextextended('users/demo', 0))");
      const body = { roles: ["planner"] };
      const change = () => stack.call("admin.max", "POST", "/v1/users/lost.one", { body });
      const cut = change();
      const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
      const pid = (await until(async () => (await stack.database.admin<{ pid: number }>(waiting))[0], { what: "the call to wait" })).pid;
      await stack.database.admin("select pg_terminate_backend($1)", [pid]);
      const answer = await cut;
      expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(answer.headers.get("retry-after")).toBe("2");
      await holder.query("rollback");
      expect((await change()).status).toBe(201);
    } finally {
      holder.release();
    }
  });
});
