import { EpochNow, newId, type Plan, signed, subjects } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { putInForce } from "../src/policy/put-in-force.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
});
afterEach(() => {
  Object.assign(stack.supply, { facts: {}, silent: false, mute: false });
});

async function decided(tenant = "demo"): Promise<{ plan: Plan; stepId: string }> {
  const stepId = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant,
    steps: ({ tenant: of, requestId }) => [
      aStep(of, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
    ],
  });
  await stack.submit(plan);
  const at = tenant === "demo" ? "" : `@${tenant}`;
  const item = await stack.item(plan, stepId, `stock.ben${at}`);
  expect((await stack.decide(`stock.ben${at}`, item)).status).toBe(200);
  return { plan, stepId };
}
const grantsOf = (plan: Plan) => stack.supply.grants.filter((grant) => grant.planId === plan.id);
const grantOf = async (plan: Plan, count = 1) => await until(() => grantsOf(plan)[count - 1], { what: `grant ${count}` });
const flip = async (user: string, body: unknown) => await stack.call(user, "POST", "/v1/kill-switch", { body });
const stepState = async (plan: Plan, state: string) => await stack.state(plan, (s) => s.steps[0]?.state === state, `the step ${state}`);

describe("the kill switch", () => {
  it("wants a reason that people can see, and names the field that has none", async () => {
    for (const reason of ["\u200B", "\u2060 \u3164", " ", ""])
      expect(await flip("admin.max", { action: "stop", reason })).toMatchObject({
        status: 400,
        body: { code: "invalid_request", errors: [{ path: "/reason" }] },
      });
    for (const body of [{}, { action: "stop" }, { reason: "odd" }, { action: "stop", reason: "odd", confirm: newId("kil") }])
      expect(await flip("admin.max", body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect((await stack.call("audit.lena", "GET", "/v1/kill-switch")).body).toMatchObject({ stopped: false, pending: null });
  });

  it("needs two admins, voids what was granted, and lets nothing run until two admins say so", async () => {
    stack.supply.silent = true;
    const before = await decided();
    const granted = await grantOf(before.plan);
    expect(await flip("ops.iris", { action: "stop", reason: "odd moves" })).toMatchObject({ status: 403, body: { code: "role_missing" } });
    const asked = await flip("admin.max", { action: "stop", reason: "odd moves" });
    expect(asked).toMatchObject({ status: 202, body: { action: "stop", askedBy: "admin.max", confirmedBy: null } });
    expect(await flip("admin.nora", { action: "stop", reason: "too" })).toMatchObject({ status: 409, body: { pending: asked.body.id } });
    expect(await flip("admin.max", { confirm: asked.body.id })).toMatchObject({ status: 403, body: { code: "requester_cannot_decide" } });
    expect((await stack.call("audit.lena", "GET", "/v1/kill-switch")).body).toMatchObject({
      stopped: false,
      pending: { id: asked.body.id },
    });
    const confirmed = await flip("admin.nora", { confirm: asked.body.id });
    expect(confirmed).toMatchObject({ status: 200, body: { confirmedBy: "admin.nora" } });
    expect(confirmed.body.epoch).toBe(granted.epoch + 1);
    expect(confirmed.body.executors).toContainEqual({ domain: "supply", epoch: confirmed.body.epoch });
    expect(stack.supply.epochs.get("demo")).toBe(confirmed.body.epoch);
    expect((await flip("admin.nora", { confirm: asked.body.id })).body.code).toBe("already_decided");

    await stack.supply.runLate(granted);
    await stepState(before.plan, "approved");
    const after = await decided();
    await stepState(after.plan, "approved");
    const elsewhere = await decided("t2");
    await grantOf(elsewhere.plan);
    expect([grantsOf(before.plan).length, grantsOf(after.plan).length]).toEqual([1, 0]);

    stack.supply.silent = false;
    const resume = await flip("admin.nora", { action: "resume", reason: "looked at" });
    expect((await flip("admin.max", { confirm: resume.body.id })).status).toBe(200);
    await stepState(before.plan, "succeeded");
    await stepState(after.plan, "succeeded");
    expect((await grantOf(before.plan, 2)).epoch).toBe(confirmed.body.epoch + 1);
    const kinds = async () =>
      (await stack.call("audit.lena", "GET", "/v1/ledger?limit=200")).body.items
        .map((entry: { kind: string }) => entry.kind)
        .filter((kind: string) => kind.startsWith("kill."))
        .join();
    await until(async () => (await kinds()) === "kill.asked,kill.confirmed,kill.asked,kill.confirmed", { what: "all of it in the ledger" });
  });

  it("answers what a process recorded that died before it answered, to the same admin under the same key", async () => {
    const call = async (user: string, body: unknown) => {
      const key = newId("evt");
      const send = async () => await stack.call(user, "POST", "/v1/kill-switch", { body, headers: { "idempotency-key": key } });
      const first = await send();
      await stack.database.admin("delete from idempotency_keys where key = $1", [key]);
      const second = await send();
      expect([second.status, second.body.id, second.body.epoch]).toEqual([first.status, first.body.id, first.body.epoch]);
      return first;
    };
    for (const action of ["stop", "resume"]) {
      const asked = await call("admin.max", { action, reason: "tried twice" });
      expect(asked.status).toBe(202);
      expect(await call("admin.nora", { confirm: asked.body.id })).toMatchObject({ status: 200, body: { confirmedBy: "admin.nora" } });
    }
  });

  it("ends a step whose executor knows a newer epoch than approvals: not every grant is tried for ever", async () => {
    stack.supply.silent = true;
    const { plan } = await decided();
    for (let count = 1; count <= 5; count += 1) {
      const grant = await grantOf(plan, count);
      await stack.supply.tell({ ...stack.supply.receiptOf(grant), outcome: "refused", code: "grant_epoch", outputs: {}, records: [] });
    }
    expect(await stepState(plan, "failed")).toMatchObject({ steps: [{ code: "grants_unused" }] });
    expect(grantsOf(plan)).toHaveLength(5);
  });

  it("forgets what nobody confirmed in ten minutes", async () => {
    const asked = await flip("admin.max", { action: "stop", reason: "maybe" });
    await stack.database.admin("update kill_switch set expires_at = now() where id = $1", [asked.body.id]);
    expect(await flip("admin.nora", { confirm: asked.body.id })).toMatchObject({ status: 409, body: { code: "expired" } });
    expect((await stack.call("admin.max", "GET", "/v1/kill-switch")).body).toMatchObject({ stopped: false, pending: null });
    const again = await flip("admin.nora", { action: "stop", reason: "maybe" });
    expect(again.status).toBe(202);
    await stack.database.admin("update kill_switch set expires_at = now() where id = $1", [again.body.id]);
  });

  it("reaches an executor that was away", async () => {
    stack.supply.mute = true;
    const before = stack.supply.epochs.get("demo") ?? 0;
    const asked = await flip("admin.max", { action: "stop", reason: "away" });
    const confirmed = await flip("admin.nora", { confirm: asked.body.id });
    expect(confirmed.body.executors.find((each: { domain: string }) => each.domain === "supply").epoch).not.toBe(confirmed.body.epoch);
    expect(stack.supply.epochs.get("demo") ?? 0).toBe(before);
    stack.supply.mute = false;
    await until(() => stack.supply.epochs.get("demo") === confirmed.body.epoch, { what: "the epoch" });
    const resume = await flip("admin.max", { action: "resume", reason: "back" });
    await flip("admin.nora", { confirm: resume.body.id });
  });
});

describe("the epoch in force, asked for by executors", () => {
  const NONCE = "a-nonce-of-a-test";
  const raw = async (body: string) =>
    JSON.parse((await (await stack.nats.bus("x_supply")).request(subjects.epochNow(), body, { timeoutMs: 5_000 })).body);
  const ask = async (tenant: string): Promise<EpochNow> =>
    stack.keys.verifier.verify("epoch-now", signed(EpochNow).parse(await raw(JSON.stringify({ v: 1, tenant, nonce: NONCE }))), [
      "approvals",
    ]);

  it("is told with the question's nonce, and a raised one at once", async () => {
    const before = await ask("demo");
    expect(before).toMatchObject({ tenant: "demo", nonce: NONCE });
    const asked = await flip("admin.max", { action: "stop", reason: "asked for" });
    const { body } = await flip("admin.nora", { confirm: asked.body.id });
    expect([body.epoch, (await ask("demo")).epoch]).toEqual([before.epoch + 1, before.epoch + 1]);
    const resume = await flip("admin.max", { action: "resume", reason: "answered" });
    await flip("admin.nora", { confirm: resume.body.id });
  });

  it("is 0 where no row is, as of a tenant that nobody knows: no grant is of an older one", async () => {
    expect((await ask("never-heard-of")).epoch).toBe(0);
    const [kept] = await stack.database.admin<{ epoch: number }>("delete from epochs where tenant = 'demo' returning epoch");
    expect((await ask("demo")).epoch).toBe(0);
    await stack.database.admin("insert into epochs (tenant, epoch) values ('demo', $1)", [kept?.epoch]);
    expect((await ask("demo")).epoch).toBe(kept?.epoch);
  });

  it.each([
    ["what is no JSON", "{", "invalid_json"],
    ["who gives no nonce", JSON.stringify({ v: 1, tenant: "demo" }), "envelope_invalid"],
    ["who asks for every tenant", JSON.stringify({ v: 1, tenant: "*", nonce: NONCE }), "envelope_invalid"],
    ["who adds something", JSON.stringify({ v: 1, tenant: "demo", nonce: NONCE, more: 1 }), "envelope_invalid"],
    ["who asks at length", JSON.stringify({ v: 1, tenant: "demo", nonce: "x".repeat(3_000) }), "body_too_large"],
  ])("is not told to %s", async (_who, body, code) => {
    expect(await raw(body)).toMatchObject({ code });
  });
});

describe("fault 24: the policy is tightened between approval and execution", () => {
  it("voids the grant, and the step waits for the person that the new policy asks for", async () => {
    stack.supply.silent = true;
    const { plan, stepId } = await decided();
    const granted = await grantOf(plan);
    const second = { id: "all", when: { all: [] }, role: "ops_director", why: "every move is looked at twice" };
    const document = { v: 1, version: `tight-${plan.id}`, rows: [{ row: "transfer_stock.default", second: [second] }] };
    expect((await stack.call("admin.max", "POST", "/v1/policy/documents", { body: document })).status).toBe(201);
    await stack.supply.runLate(granted);
    await stepState(plan, "pending");
    const item = await stack.item(plan, stepId);
    expect(item).toMatchObject({ state: "pending", revision: 2, policy: { required: 2 }, given: 0 });
    expect(grantsOf(plan)).toHaveLength(1);
  });

  it("of a document for later: voids it when that time comes, once, however many replicas look, and no sooner", async () => {
    stack.supply.silent = true;
    const { plan, stepId } = await decided("t2");
    const granted = await grantOf(plan);
    const epoch = async () => (await stack.call("admin.max@t2", "GET", "/v1/kill-switch")).body.epoch;
    const before = await epoch();
    const offset = "select offset_ms::text as ms from tenants where tenant = 't2'";
    const ms = Number((await stack.database.admin<{ ms: string }>(offset))[0]?.ms);
    const second = [{ id: "all", when: { all: [] }, role: "ops_director", why: "every move is looked at twice" }];
    const validFrom = new Date(Date.now() + ms + 3_600_000).toISOString();
    const document = { v: 1, version: "in-an-hour", validFrom, rows: [{ row: "transfer_stock.default", second }] };
    expect((await stack.call("admin.max@t2", "POST", "/v1/policy/documents", { body: document })).status).toBe(201);
    const [one, two] = [stack.database.pool("qm_approvals"), stack.database.pool("qm_approvals")];
    expect([await putInForce(one), await epoch()]).toEqual([[], before]);

    await stack.database.admin("update tenants set offset_ms = offset_ms + 3600000 where tenant = 't2'");
    await Promise.all([putInForce(one), putInForce(two), putInForce(one)]);
    expect(await epoch()).toBe(before + 1);
    await until(() => stack.supply.epochs.get("t2") === before + 1, { what: "the executor to be told" });
    const entries = await stack.database.admin("select subject from ledger_entries where tenant = 't2' and kind = 'policy.in_force'");
    expect(entries).toEqual([{ subject: "in-an-hour" }]);
    await stack.supply.runLate(granted);
    await stepState(plan, "pending");
    expect(await stack.item(plan, stepId, "stock.ben@t2")).toMatchObject({ revision: 2, policy: { required: 2 }, given: 0 });
    expect([grantsOf(plan).length, await epoch()]).toEqual([1, before + 1]);
  });
});
