import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

const QM = join(import.meta.dirname, "../../../tools/qm/src/main.ts");
const home = mkdtempSync(join(tmpdir(), "qm-policy-"));
let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => {
  Object.assign(stack.supply, { facts: {} });
  Object.assign(stack.transit, { facts: {} });
});

/** `qm policy load` as an operator calls it. */
async function load(user: string, document: unknown): Promise<{ code: number; output: string }> {
  const file = join(home, `${newId("evt")}.json`);
  writeFileSync(file, JSON.stringify(document));
  const args = ["--conditions=@quartermaster/source", "--import", "tsx", QM, "policy", "load", file, "--url", stack.url];
  const env = { ...process.env, QM_TOKEN: `demo-${user}` };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const transfers = (tenant: string, count: number, requester = "planner.anna", ids = Array.from({ length: count }, () => newId("stp"))) => ({
  ids,
  plan: aPlan(stack.keys.signer("approvals"), {
    tenant,
    requester,
    steps: ({ requestId }) =>
      ids.map((id, index) =>
        aStep(tenant, requestId, { id, agent: "supply", tool: "transfer_stock", args: transferArgs(String(index + 1)) }),
      ),
  }),
});
const rolesOf = (item: { policy: { slots: { role: string }[] } }) => item.policy.slots.map((slot) => slot.role).join("+");
const worth = (valueEur: string) => ({ transfer_stock: { valueEur, sku: "VLV-050", destination: "LOC-VLC" } });

describe("the policy in force", () => {
  it("judges every step of a batch by what the batch comes to, over steps and over the requests of a day", async () => {
    stack.supply.facts = worth("30000");
    const split = transfers("demo", 2, "planner.adam");
    await stack.submit(split.plan);
    for (const id of split.ids) expect(rolesOf(await stack.item(split.plan, id))).toBe("stock_manager+ops_director");
    const single = transfers("demo", 1);
    await stack.submit(single.plan);
    expect(rolesOf(await stack.item(single.plan, single.ids[0] ?? ""))).toBe("stock_manager");
    const next = transfers("demo", 1);
    await stack.submit(next.plan);
    expect(rolesOf(await stack.item(next.plan, next.ids[0] ?? ""))).toBe("stock_manager+ops_director");
    const asked = await stack.call("planner.anna", "POST", "/v1/policy/evaluate", {
      body: { tool: "transfer_stock", facts: worth("1000").transfer_stock },
    });
    expect(asked.body).toMatchObject({
      required: 2,
      sum: { requester: "planner.anna", valueEur: "1000", earlierEur: "60000", sumEur: "61000" },
    });
  });

  it("lets of two plans at the same moment exactly one be the first of the day", async () => {
    stack.supply.facts = { transfer_stock: { valueEur: "30000", sku: "PMP-100", destination: "LOC-LIO" } };
    const plans = Array.from({ length: 4 }, () => transfers("demo", 1, "planner.adam"));
    await Promise.all(plans.map(async ({ plan }) => await stack.submit(plan)));
    const items = await Promise.all(plans.map(async ({ plan, ids }) => await stack.item(plan, ids[0] ?? "")));
    expect(items.map(rolesOf).sort()).toEqual(["stock_manager", ...Array(3).fill("stock_manager+ops_director")]);
  });

  it("refuses what nobody can approve, and opens no item for it", async () => {
    const id = newId("stp");
    const plan = aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      conflicts: [{ code: "denied_party", severity: "warn", steps: [id], detail: "listed", records: [], values: {} }],
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id, agent: "transit", tool: "book_shipment", args: { serviceId: "SVC-01" } }),
      ],
    });
    await stack.submit(plan);
    const state = await stack.state(plan, (s) => s.state === "refused", "the refusal");
    expect(state.refusal).toMatchObject({ code: "denied_party", stepId: id });
    expect(await stack.database.admin("select 1 from approvals where plan_id = $1", [plan.id])).toEqual([]);
  });

  it("explains which row, which facts and which line ask for whom", async () => {
    const facts = { dangerousGoods: true, crossesTerritory: true, valueEur: "100" };
    const { body } = await stack.call("planner.anna", "POST", "/v1/policy/evaluate", { body: { tool: "book_shipment", facts } });
    expect(body).toMatchObject({
      id: "book_shipment.default",
      required: 2,
      slots: [{ role: "transport_manager" }, { role: "dg_officer" }],
      refused: null,
      shipped: null,
      notStated: ["controlled"],
    });
    expect(body.lines).toContainEqual({
      id: "dg_crossing",
      effect: "second_person",
      role: "dg_officer",
      why: "dangerous goods cross a customs territory",
      source: "shipped",
      facts: { dangerousGoods: true, crossesTerritory: true },
    });
    expect((await stack.call("planner.anna", "POST", "/v1/policy/evaluate", { body: { tool: "drop_table" } })).body.code).toBe(
      "unknown_tool",
    );
  });
});

describe("qm policy load", () => {
  const tight = (version: string) => ({
    v: 1,
    version,
    rows: [
      {
        row: "transfer_stock.default",
        second: [{ id: "all", when: { all: [] }, role: "ops_director", why: "every transfer needs two people this week" }],
      },
    ],
  });

  it("refuses a document that loosens, naming the member, and anybody who is no admin", async () => {
    const loose = {
      v: 1,
      version: "loose-1",
      thresholds: { transfer_two_eur: 60_000 },
      rows: [{ row: "cancel_shipment.default", free: { all: [] } }],
    };
    const refused = await load("admin.max@t2", loose);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("policy_loosens");
    expect(refused.output).toContain("/thresholds/transfer_two_eur: 60000 is above 50000");
    expect(refused.output).toContain("/rows/0/free");
    expect((await load("stock.ben@t2", tight("mine"))).output).toContain("role_missing");
    const misspelt = await load("admin.max@t2", { v: 1, version: "x", threshold: {} });
    expect(misspelt.output).toContain("invalid_request");
    expect((await stack.call("admin.max@t2", "GET", "/v1/policy")).body).toMatchObject({ version: "2026-11-30", documents: [] });
  });

  it("loads once, changes open cards at the decision and decided ones right before signing, and stands in the ledger", async () => {
    const transfer = newId("stp");
    const booking = newId("stp");
    const pending = transfers("t2", 1);
    const waiting = aPlan(stack.keys.signer("approvals"), {
      tenant: "t2",
      steps: ({ requestId }) => [
        aStep("t2", requestId, { id: transfer, agent: "supply", tool: "transfer_stock", args: transferArgs("2") }),
        aStep("t2", requestId, {
          id: booking,
          agent: "transit",
          tool: "book_shipment",
          args: { serviceId: "SVC-01" },
          dependsOn: [transfer],
        }),
      ],
    });
    stack.transit.facts = { book_shipment: { crossesTerritory: true } };
    await stack.submit(pending.plan);
    await stack.submit(waiting);
    const open = await stack.item(pending.plan, pending.ids[0] ?? "", "stock.ben@t2");
    expect(rolesOf(open)).toBe("stock_manager");
    // Decided, but not yet signed: the transfer waits for the booking that it serves.
    expect((await stack.decide("stock.ben@t2", await stack.item(waiting, transfer, "stock.ben@t2"))).body.state).toBe("approved");

    const loaded = await load("admin.max@t2", tight("acme-1"));
    expect(loaded).toMatchObject({ code: 0 });
    expect(loaded.output).toContain("policy acme-1 loaded");
    expect((await load("admin.max@t2", tight("acme-1"))).output).toContain("known already");
    expect((await load("admin.max@t2", { ...tight("acme-1"), note: "other" })).output).toContain("policy_version_taken");

    expect((await stack.decide("stock.ben@t2", open)).body.code).toBe("card_outdated");
    expect(rolesOf(await stack.item(pending.plan, pending.ids[0] ?? "", "stock.ben@t2"))).toBe("stock_manager+ops_director");
    const before = stack.supply.grants.length;
    expect((await stack.decide("transport.cleo@t2", await stack.item(waiting, booking, "transport.cleo@t2"))).body.state).toBe("approved");
    const again = await until(
      async () => {
        const item = await stack.item(waiting, transfer, "stock.ben@t2");
        return item.state === "pending" ? item : undefined;
      },
      { what: "the card that asks for two" },
    );
    expect(rolesOf(again)).toBe("stock_manager+ops_director");
    expect(stack.supply.grants).toHaveLength(before);
    await stack.decide("stock.ben@t2", again);
    expect((await stack.decide("ops.iris@t2", again)).body.state).toBe("approved");
    await stack.state(waiting, (s) => s.steps.every((step) => step.state === "succeeded"), "both steps");
    expect(stack.supply.grants.find((grant) => grant.stepId === transfer)?.policy).toMatchObject({
      version: "2026-11-30+acme-1",
      required: 2,
    });

    const explained = await stack.call("planner.anna@t2", "POST", "/v1/policy/evaluate", { body: { tool: "transfer_stock" } });
    expect(explained.body).toMatchObject({ required: 2, shipped: { required: 1, slots: ["stock_manager"] } });
    expect(explained.body.lines).toContainEqual(expect.objectContaining({ id: "all", source: "acme-1" }));
    const entries = await stack.database.admin("select subject, actor from ledger_entries where tenant = 't2' and kind = 'policy.loaded'");
    expect(entries).toEqual([{ subject: "acme-1", actor: "admin.max" }]);
    expect((await stack.call("planner.anna", "GET", "/v1/policy")).body.documents).toEqual([]);
  });

  it("keeps a document for later until its time has come", async () => {
    const later = { ...tight("later-1"), validFrom: "2099-01-01T00:00:00Z" };
    expect((await load("admin.nora", later)).code).toBe(0);
    const seen = (await stack.call("admin.nora", "GET", "/v1/policy")).body;
    expect(seen).toMatchObject({ version: "2026-11-30", documents: [{ version: "later-1", author: "admin.nora" }] });
  });
});
