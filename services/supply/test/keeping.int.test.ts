import { executeGrant } from "@quartermaster/executor";
import type { Grant, Guard } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
beforeAll(async () => {
  world = await startSupplyWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const one = async (sql: string) => (await world.db.admin(sql))[0];
const lot = (id: string) =>
  one(
    `select id, status, trim_scale(on_hand)::text on_hand, trim_scale(reserved)::text reserved, version from stock where tenant = 'demo' and lot = '${id}' order by id limit 1`,
  );
const exact = (record: string, version: number): Guard => ({ kind: "exact", domain: "supply", record, version: `read@${version}` });
const execute = async (tool: string, args: Grant["args"], guards: Guard[] = [], deciders = 1) =>
  executeGrant(world.ports, await world.grant(world.step(tool, args, guards), {}, deciders));
const CRUSHED = { sku: "ADH-2K", location: "LOC-LIO", lot: "D2610", countedQuantity: "468", uom: "PCE", reason: "damage" };

describe("adjust_stock", () => {
  it("posts the absolute quantity once, with its ledger entry and the way back", async () => {
    const before = await lot("D2610");
    const preview = await world.preview(world.step("adjust_stock", CRUSHED));
    expect(preview).toMatchObject({ refusal: null, facts: { valueEur: "216", controlled: false, serialTracked: false } });
    const grant = await world.grant(world.step("adjust_stock", CRUSHED, [exact(String(before?.id), 1)]));
    const receipt = await executeGrant(world.ports, grant);
    expect(receipt).toMatchObject({ outcome: "succeeded", inverse: null });
    expect(await executeGrant(world.ports, grant)).toEqual(receipt);
    expect(await lot("D2610")).toMatchObject({ on_hand: "468", version: 2 });
    expect(
      await one(`select trim_scale(delta_on_hand)::text delta from stock_ledger where tenant = 'demo' and cause_id = '${receipt.grantId}'`),
    ).toEqual({ delta: "-12" });
  });
  it("is never executed without a person, and is stale when the row moved", async () => {
    const before = await lot("D2610");
    expect(await execute("adjust_stock", CRUSHED, [], 0)).toMatchObject({ outcome: "refused", code: "approvers_insufficient" });
    expect(await execute("adjust_stock", CRUSHED, [exact(String(before?.id), 9)])).toMatchObject({
      outcome: "stale",
      code: "guard_broken",
    });
  });
  it("keeps what is reserved: less than that cannot be posted", async () => {
    const preview = await world.preview(
      world.step("adjust_stock", { sku: "VLV-050", location: "LOC-HAM", countedQuantity: "100", uom: "PCE", reason: "count" }),
    );
    expect(preview.refusal).toMatchObject({ code: "below_reserved" });
  });
});

describe("set_stock_status", () => {
  const change = (status: string) => ({ sku: "ADH-2K", location: "LOC-LIO", lot: "D2610", status, reason: "smells" });
  it("takes a lot out of use without a person, and gives it free only with one", async () => {
    expect(await execute("set_stock_status", change("quarantine"), [], 0)).toMatchObject({ outcome: "succeeded" });
    expect(await lot("D2610")).toMatchObject({ status: "quarantine", on_hand: "480" });
    expect(await execute("set_stock_status", change("available"), [], 0)).toMatchObject({ outcome: "refused" });
    expect(await execute("set_stock_status", change("available"))).toMatchObject({ outcome: "succeeded" });
    expect(await lot("D2610")).toMatchObject({ status: "available", version: 3 });
  });
  it("leaves the state machine alone: damaged goods do not become blocked", async () => {
    await execute("set_stock_status", change("damaged"), [], 0);
    expect((await world.preview(world.step("set_stock_status", change("blocked")))).refusal).toMatchObject({
      code: "status_change_illegal",
    });
  });
  it("joins goods of one lot and status in one row, reservations included", async () => {
    await world.db.admin("select 1");
    await execute("set_stock_status", change("quarantine"), [], 0);
    const rows = await world.db.admin(
      "select status, trim_scale(on_hand)::text on_hand from stock where tenant = 'demo' and sku = 'ADH-2K' and lot = 'D2610'",
    );
    expect(rows).toEqual([{ status: "quarantine", on_hand: "480" }]);
  });
});

describe("create_reorder", () => {
  const order = { sku: "SEAL-01", location: "Lyon", quantity: "200", uom: "PCE" };
  it("orders from the usual supplier and states the value that policy looks at", async () => {
    const preview = await world.preview(world.step("create_reorder", order));
    expect(preview.facts).toMatchObject({ valueEur: "42000", dangerousGoods: false, controlled: false });
    const receipt = await execute("create_reorder", order);
    expect(receipt).toMatchObject({ outcome: "succeeded", outputs: { purchaseOrderId: expect.stringMatching(/^PO-/) } });
    expect(
      await one(
        `select supplier, state, location from purchase_orders where tenant = 'demo' and id = '${receipt.outputs.purchaseOrderId}'`,
      ),
    ).toEqual({
      supplier: "SUP-ROTEQ",
      state: "sent",
      location: "LOC-LIO",
    });
  });
  it("knows its suppliers", async () => {
    expect((await world.preview(world.step("create_reorder", { ...order, supplier: "SUP-NOPE" }))).refusal).toMatchObject({
      code: "unknown_supplier",
    });
  });
});

describe("request_cycle_count", () => {
  it("asks people to count and changes no stock", async () => {
    const receipt = await execute(
      "request_cycle_count",
      { location: "LOC-HAM", skus: ["VLV-050", "PMP-100"], completeBy: "2026-12-10" },
      [],
      0,
    );
    expect(receipt).toMatchObject({ outcome: "succeeded" });
    expect(await one("select state, skus from counts where tenant = 'demo'")).toEqual({ state: "requested", skus: ["PMP-100", "VLV-050"] });
    await world.seed("demo");
    expect(await one("select count(*)::int n from counts where tenant = 'demo'")).toEqual({ n: 0 });
  });
});
