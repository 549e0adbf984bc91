import { runScheduledChanges } from "@quartermaster/events";
import { executeGrant } from "@quartermaster/executor";
import type { ForeignFact, JsonObject } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SupplyEvents, startSupplyEvents } from "./support/supply-events.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let events: SupplyEvents;
beforeAll(async () => {
  world = await startSupplyWorld();
  events = startSupplyEvents(world);
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const one = async (sql: string) => (await world.db.admin(sql))[0];
const row = (sku: string, location: string, status = "available") =>
  one(`select id, trim_scale(on_hand)::text as "onHand", trim_scale(reserved)::text as reserved from stock
    where tenant = 'demo' and sku = '${sku}' and location = '${location}' and status = '${status}' order by id limit 1`);
const transferRow = (id: string) =>
  one(`select state, trim_scale(issued)::text issued, trim_scale(received)::text received, trim_scale(rejected)::text rejected, trim_scale(lost)::text lost
    from transfers where tenant = 'demo' and id = '${id}'`);
const execute = async (tool: string, args: JsonObject, deciders = 1, foreign: ForeignFact[] = []) =>
  executeGrant(world.ports, await world.grant(world.step(tool, args), { foreign }, deciders));
const MOVE = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" };
const transfer = async (args: JsonObject = MOVE): Promise<string> => {
  const receipt = await execute("transfer_stock", args, 2);
  if (receipt.outcome !== "succeeded") throw new Error(JSON.stringify(receipt));
  return receipt.outputs.transferId ?? "";
};

describe("goods that move between our places", () => {
  it("leave at goods issue, are nowhere on hand in between, and arrive at goods receipt", async () => {
    const transferId = await transfer();
    await events.deliver("goods_issue", { transferId });
    expect(await row("VLV-050", "LOC-HAM")).toMatchObject({ onHand: "420", reserved: "120" });
    expect(await row("VLV-050", "LOC-VLC")).toMatchObject({ onHand: "36" });
    expect(await transferRow(transferId)).toMatchObject({ state: "issued", issued: "60", received: "0" });
    await events.deliver("goods_receipt", { transferId, received: "40", rejected: "5" });
    expect(await transferRow(transferId)).toMatchObject({ state: "partly_received", received: "40", rejected: "5" });
    expect(await row("VLV-050", "LOC-VLC")).toMatchObject({ onHand: "76" });
    expect(await row("VLV-050", "LOC-VLC", "quarantine")).toMatchObject({ onHand: "5" });
    await events.deliver("goods_lost", { transferId, quantity: "5" });
    await expect(events.deliver("goods_receipt", { transferId, received: "11" })).rejects.toMatchObject({ code: "quantity_mismatch" });
    await events.deliver("goods_receipt", { transferId, received: "10" });
    expect(await transferRow(transferId)).toEqual({ state: "received", issued: "60", received: "50", rejected: "5", lost: "5" });
    await expect(events.deliver("goods_receipt", { transferId, received: "1" })).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("are issued once, whatever comes twice, and never after a cancellation", async () => {
    const transferId = await transfer();
    const issue = () => events.deliver("goods_issue", { transferId }, { eventId: `issue-${transferId}` });
    const taken = await Promise.all([issue(), issue(), issue()]);
    expect(taken.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(events.deliver("goods_issue", { transferId })).rejects.toMatchObject({ code: "illegal_transition" });
    expect(await row("VLV-050", "LOC-HAM")).toMatchObject({ onHand: "420", reserved: "120" });
    const other = await transfer({ ...MOVE, quantity: "10" });
    const [held] = await world.db.admin(`select reservation from transfers where tenant = 'demo' and id = '${other}'`);
    const carriage = { domain: "transit" as const, kind: "carriage", id: other, version: 0, fields: { shipmentId: null, state: "none" } };
    await execute("release_reservation", { reservationId: String(held?.reservation), reason: "not needed" }, 1, [carriage]);
    await expect(events.deliver("goods_issue", { transferId: other })).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("take their serial numbers along: each is in exactly one place", async () => {
    const serials = ["PMP100-HAM-001", "PMP100-HAM-002"];
    const transferId = await transfer({ ...MOVE, sku: "PMP-100", quantity: "2", serials });
    await expect(events.deliver("goods_issue", { transferId, serials: ["PMP100-HAM-001", "PMP100-RTM-001"] })).rejects.toMatchObject({
      code: "illegal_transition",
    });
    await events.deliver("goods_issue", { transferId });
    const states = () =>
      world.db.admin(
        "select s.id, s.state, k.location from serials s join stock k on k.tenant = s.tenant and k.id = s.stock where s.tenant = 'demo' and s.id = any ($1) order by s.id",
        [serials],
      );
    expect((await states()).map((serial) => serial.state)).toEqual(["in_transit", "in_transit"]);
    await expect(events.deliver("goods_receipt", { transferId, received: "2", serials: ["PMP100-HAM-001"] })).rejects.toMatchObject({
      code: "quantity_mismatch",
    });
    await events.deliver("goods_receipt", { transferId, received: "1", serials: ["PMP100-HAM-001"] });
    expect(await states()).toEqual([
      { id: "PMP100-HAM-001", state: "in_stock", location: "LOC-VLC" },
      { id: "PMP100-HAM-002", state: "in_transit", location: "LOC-HAM" },
    ]);
  });

  it("do not leave a place that is being counted", async () => {
    const transferId = await transfer();
    const receipt = await execute("request_cycle_count", { location: "LOC-HAM", skus: ["VLV-050"], completeBy: "2026-12-10" }, 0);
    const countId = receipt.outputs.countId ?? "";
    await events.deliver("count_opened", { countId });
    await expect(events.deliver("goods_issue", { transferId })).rejects.toMatchObject({ code: "count_in_progress" });
    await expect(events.deliver("count_result", { countId, results: [{ sku: "PMP-100", counted: "1" }] })).rejects.toMatchObject({
      code: "quantity_mismatch",
    });
    await events.deliver("count_result", { countId, results: [{ sku: "VLV-050", counted: "479" }] });
    await events.deliver("goods_issue", { transferId });
    await events.deliver("count_closed", { countId });
    await expect(events.deliver("count_opened", { countId })).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("are in transit again when a receipt is declared an error, unless somebody has taken them since", async () => {
    const transferId = await transfer();
    await events.deliver("goods_issue", { transferId });
    await events.deliver("goods_receipt", { transferId, received: "60" }, { eventId: "wrong" });
    await execute("reserve_stock", { sku: "VLV-050", location: "LOC-VLC", quantity: "90", uom: "PCE", demandRef: "SO-1" });
    const declare = () => events.deliver("goods_receipt", {}, { errorDeclaration: { corrects: "wrong", reason: "another truck" } });
    await expect(declare()).rejects.toMatchObject({ code: "event_not_correctable" });
    const [held] = await world.db.admin("select id from reservations where tenant = 'demo' and demand_ref = 'SO-1'");
    await execute("release_reservation", { reservationId: String(held?.id), reason: "not needed" });
    await declare();
    expect(await transferRow(transferId)).toMatchObject({ state: "issued", received: "0" });
    expect(await row("VLV-050", "LOC-VLC")).toMatchObject({ onHand: "36" });
  });
});

describe("goods of customers and suppliers", () => {
  it("are gone once what was set aside for a shipment leaves", async () => {
    const { answer } = await events.deliver("goods_issue", { demandRef: "SHP-1007" });
    expect(answer.records.map(({ record }) => record).sort()).toEqual(["RSV-3003", "STK-006"]);
    expect(await row("VLV-050", "LOC-HAM")).toMatchObject({ onHand: "360", reserved: "0" });
    await expect(events.deliver("goods_issue", { reservationId: "RSV-3003" })).rejects.toMatchObject({ code: "illegal_transition" });
    await events.deliver("goods_issue", { reservationId: "RSV-3008", quantity: "30" });
    expect(
      await one("select state, trim_scale(quantity)::text quantity from reservations where tenant = 'demo' and id = 'RSV-3008'"),
    ).toEqual({
      state: "active",
      quantity: "70",
    });
  });

  it("arrive for an order in parts, never more than its tolerance allows", async () => {
    const receive = (quantity: string) =>
      events.deliver("purchase_receipt", { purchaseOrderId: "PO-9001", lines: [{ sku: "BRG-6205", quantity }] });
    const order = () => one("select state, received from purchase_orders where tenant = 'demo' and id = 'PO-9001'");
    const before = Number((await row("BRG-6205", "LOC-GDN"))?.onHand);
    await receive("15000");
    expect(await order()).toEqual({ state: "partly_received", received: { "BRG-6205": "15000" } });
    await expect(receive("6001")).rejects.toMatchObject({ code: "quantity_mismatch" });
    await receive("6000");
    expect(await order()).toMatchObject({ state: "received" });
    expect(Number((await row("BRG-6205", "LOC-GDN"))?.onHand)).toBe(before + 21000);
    await expect(receive("1")).rejects.toMatchObject({ code: "illegal_transition" });
    await expect(events.deliver("order_cancelled", { purchaseOrderId: "PO-9001" }, { source: "supplier" })).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });

  it("bring what their tracking needs: the lot and its expiry", async () => {
    const receive = (line: JsonObject) =>
      events.deliver("purchase_receipt", { purchaseOrderId: "PO-9004", lines: [{ sku: "PNT-EPX", quantity: "100", uom: "CAN", ...line }] });
    await expect(receive({})).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ path: "/what/lines/0/lot", message: expect.any(String) }],
    });
    await expect(receive({ lot: "E2612" })).rejects.toMatchObject({ errors: [expect.objectContaining({ path: "/what/lines/0/expiry" })] });
    await receive({ lot: "E2612", expiry: "2028-01-31" });
    expect(await one("select expiry, status from stock where tenant = 'demo' and lot = 'E2612'")).toEqual({
      expiry: "2028-01-31",
      status: "available",
    });
  });
});

describe("a reservation whose time is over", () => {
  it("is given back by the schedule, once; one that had ended before is left to people", async () => {
    await execute("reserve_stock", {
      sku: "VLV-050",
      location: "LOC-HAM",
      quantity: "20",
      uom: "PCE",
      demandRef: "SO-2",
      expiresAt: "2026-12-08",
    });
    expect(await runScheduledChanges(events.ports)).toBe(0);
    await world.db.admin("update tenants set offset_ms = offset_ms + 3 * 86400000 where tenant = 'demo'");
    const rounds = await Promise.all([runScheduledChanges(events.ports), runScheduledChanges(events.ports)]);
    expect(rounds.reduce((sum, made) => sum + made, 0)).toBe(1);
    expect(await row("VLV-050", "LOC-HAM")).toMatchObject({ onHand: "480", reserved: "120" });
    expect(await one("select state from reservations where tenant = 'demo' and demand_ref = 'SO-2'")).toEqual({ state: "expired" });
    expect(await one("select state from reservations where tenant = 'demo' and id = 'RSV-3020'")).toEqual({ state: "active" });
    expect(await one("select cause_type from stock_ledger where tenant = 'demo' order by at desc, id limit 1")).toEqual({
      cause_type: "scheduled_change",
    });
  });
});

describe("stock under whatever happens, in whatever order, at the same time", () => {
  const SKU = "VLV-050";
  const PLACES = ["LOC-HAM", "LOC-RTM", "LOC-VLC"] as const;
  /** What must hold in the books at any moment; fails naming what does not. */
  async function audit(initial: number): Promise<void> {
    const [books] = await world.db.admin<Record<string, number>>(
      `with rows as (select * from stock where tenant = 'demo' and sku = $1), entries as (select l.* from stock_ledger l join rows on rows.id = l.stock where l.tenant = 'demo')
      select (select sum(on_hand) from rows)::float as "onHand",
        (select coalesce(sum(issued - received - rejected - lost), 0) from transfers where tenant = 'demo')::float as transit,
        (select coalesce(sum(lost), 0) from transfers where tenant = 'demo')::float as lost,
        (select coalesce(-sum(delta_on_hand), 0) from entries where cause_id like 'event:customer-%')::float as gone,
        (select count(*) from rows where reserved <> (select coalesce(sum(quantity), 0) from reservations r
          where r.tenant = rows.tenant and r.stock = rows.id and r.state = 'active'))::int as "reservedDrift",
        (select count(*) from rows where on_hand <> (select sum(delta_on_hand) from entries where stock = rows.id)
          or reserved <> (select sum(delta_reserved) from entries where stock = rows.id))::int as "ledgerDrift",
        (select count(*) from rows where on_hand < 0 or reserved < 0 or reserved > on_hand)::int as negative`,
      [SKU],
    );
    expect(books).toMatchObject({ reservedDrift: 0, ledgerDrift: 0, negative: 0 });
    const { onHand = 0, transit = 0, gone = 0, lost = 0 } = books ?? {};
    expect(onHand + transit + gone + lost).toBe(initial);
  }

  type Taking = { kind: "reserve" | "transfer"; place: number; quantity: number };
  type Moving = { kind: "issue" | "receive" | "lose" | "reject" | "customer"; pick: number; quantity: number };
  type Operation = Taking | Moving;
  const isTaking = (op: Operation): op is Taking => op.kind === "reserve" || op.kind === "transfer";
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    fc.record({
      kind: fc.constantFrom("reserve" as const, "transfer" as const),
      place: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 90 }),
    }),
    fc.record({
      kind: fc.constantFrom("issue" as const, "receive" as const, "lose" as const, "reject" as const, "customer" as const),
      pick: fc.nat(6),
      quantity: fc.integer({ min: 1, max: 60 }),
    }),
  );
  let serial = 0;
  let moves = 0;

  async function perform(op: Operation, transfers: string[]): Promise<void> {
    const quantity = String(op.quantity);
    if (isTaking(op)) {
      const from = PLACES[op.place] ?? "LOC-HAM";
      const to = PLACES[(op.place + 1) % 3] ?? "LOC-RTM";
      const goods = { sku: SKU, quantity, uom: "PCE" };
      const args =
        op.kind === "reserve"
          ? { ...goods, location: from, demandRef: `SO-${++serial}` }
          : { ...goods, fromLocation: from, toLocation: to };
      const receipt = await execute(op.kind === "reserve" ? "reserve_stock" : "transfer_stock", args, 2);
      if (receipt.outputs.transferId !== undefined) transfers.push(receipt.outputs.transferId);
      return;
    }
    const transferId = transfers[op.pick % Math.max(1, transfers.length)] ?? "TRF-NONE";
    const [held] = await world.db.admin<{ id: string }>(
      "select id from reservations where tenant = 'demo' and sku = $1 and state = 'active' and demand_ref like 'SO-%' order by id offset $2 limit 1",
      [SKU, op.pick % 3],
    );
    const work = {
      issue: () => events.deliver("goods_issue", { transferId }),
      receive: () => events.deliver("goods_receipt", { transferId, received: quantity }),
      reject: () => events.deliver("goods_receipt", { transferId, rejected: quantity }),
      lose: () => events.deliver("goods_lost", { transferId, quantity }),
      customer: () =>
        events.deliver("goods_issue", { reservationId: held?.id ?? "RSV-NONE", quantity }, { eventId: `customer-${++serial}` }),
    }[op.kind];
    const count = () => void moves++;
    await work().then(count, (error: { code?: string }) => {
      // What is refused says why; nothing else may come out.
      if (!["illegal_transition", "quantity_mismatch", "unknown_record", "unavailable"].includes(error.code ?? "")) throw error;
    });
  }

  it("is conserved: on hand, in transit, gone and lost always add up, and what is reserved is what reservations say", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 12, maxLength: 18 }), async (operations) => {
        await world.seed("demo");
        const initial = (await one(`select sum(on_hand)::float total from stock where tenant = 'demo' and sku = '${SKU}'`))
          ?.total as number;
        const transfers: string[] = [];
        // Something to act upon, whatever is drawn.
        for (const place of [0, 1]) await perform({ kind: "transfer", place, quantity: 30 }, transfers);
        for (const place of [0, 2]) await perform({ kind: "reserve", place, quantity: 20 }, transfers);
        await perform({ kind: "issue", pick: 0, quantity: 1 }, transfers);
        // Four at a time, each lane through its own connections.
        const lane = async (start: number) => {
          for (let index = start; index < operations.length; index += 4) {
            const next = operations[index];
            if (next) await perform(next, transfers);
          }
        };
        await Promise.all([0, 1, 2, 3].map(lane));
        await audit(initial);
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(moves).toBeGreaterThan(5);
  }, 120_000);
});
