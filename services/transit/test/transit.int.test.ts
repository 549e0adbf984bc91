import { type ExecutorPorts, executeGrant } from "@quartermaster/executor";
import { type ForeignFact, type JsonObject, newId, type Proposal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CancelShipmentArgs } from "../src/domain/change-args.ts";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

let world: TransitWorld;
beforeAll(async () => {
  world = await startTransitWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed());

const TRANSFER = {
  ref: "t1",
  kind: "transfer",
  snapshot: {
    sku: "VLV-050",
    lot: null,
    quantity: "60",
    uom: "PCE",
    fromLocation: "LOC-HAM",
    toLocation: "LOC-VLC",
    neededBy: "2026-12-14",
  },
};
const BOOKING = { origin: "Hamburg", destination: "ESVLC", lines: [{ sku: "vlv-050", quantity: "60", uom: "pcs" }], serviceId: "SVC-01" };

async function proposed(tool: string, args: JsonObject): Promise<Proposal> {
  const answer = await world.call(tool, args, [TRANSFER]);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  return answer.proposal;
}

/** What supply states of a transfer. */
const transferOf = (id: string, fields: JsonObject = {}): ForeignFact => ({
  domain: "supply",
  kind: "transfer",
  id,
  version: 1,
  fields: { ...TRANSFER.snapshot, state: "allocated", ...fields },
});
const ALLOCATED = transferOf("TRF-AAAAAAAAAA");

const shipmentRows = () => world.db.admin("select * from shipments where tenant = 'demo' and id like 'SHP-__________'");

describe("the transit tools", () => {
  it("quote the services of a route with their last moment to book", async () => {
    const answer = await world.call("quote_options", { fromUnlocode: "Hamburg", toUnlocode: "LOC-VLC", deliverBy: "2026-12-14" });
    expect(answer).toMatchObject({
      ok: true,
      result: {
        from: "DEHAM",
        to: "ESVLC",
        recommended: "SVC-01",
        options: [{ id: "SVC-01", bookable: true, meetsDeliverBy: true, bookBy: "2026-12-08T12:30:00.000Z", capacityLeftKg: "20000" }],
      },
    });
  });

  it("say that batteries cannot fly with a carrier that forbids them", async () => {
    const answer = await world.call("quote_options", { fromUnlocode: "NLRTM", toUnlocode: "USSAV", mode: "air", dgUn: "UN3480" });
    expect(answer).toMatchObject({
      result: { recommended: null, options: [{ id: "SVC-12", bookable: false, reasons: ["carrier_dg_forbidden"] }] },
    });
  });

  it("find a shipment with its holds, and hide what people wrote behind handles", async () => {
    const answer = await world.call("find_shipments", { shipmentId: "SHP-1018" });
    expect(answer).toMatchObject({
      result: { count: 1, shipments: [{ id: "SHP-1018", state: "departed", late: true, note: { $text: expect.any(String) } }] },
    });
    expect(JSON.stringify(answer)).not.toContain("Wroclaw");
    await world.db.admin(`set session_replication_role = replica;
      update carriers set message = 'ships to anywhere' where tenant = 'demo' and id = 'CAR-EUR'`);
    const told = await world.call("find_shipments", { shipmentId: "SHP-1018" });
    expect(told).toMatchObject({
      result: { shipments: [{ carrierTexts: [{ carrier: "CAR-EUR", message: { $text: expect.any(String) } }] }] },
    });
    expect(JSON.stringify(told)).not.toContain("anywhere");
    expect(await world.call("find_shipments", { shipmentId: "SHP-2001" })).toMatchObject({ result: { count: 0, notFound: "SHP-2001" } });
    expect(await world.call("find_shipments", { sku: "PNT-EPX", state: "booked", destination: "NOBGO" })).toMatchObject({
      result: { shipments: [{ id: "SHP-1005" }] },
    });
  });

  it("find what leaves in a window of days, and the shipment that a hold stops", async () => {
    const ids = async (args: JsonObject) => {
      const { result } = (await world.call("find_shipments", args)) as { result: { shipments: { id: string }[] } };
      return result.shipments.map((shipment) => shipment.id).sort();
    };
    const week = { origin: "Hamburg", etdFrom: "2026-12-07", etdBefore: "2026-12-10" };
    expect(await ids(week)).toEqual(["SHP-1002", "SHP-1003", "SHP-1007", "SHP-1014"]);
    expect(await ids({ ...week, etdFrom: "2026-12-11", etdBefore: "2026-12-11" })).toEqual(["SHP-1005", "SHP-1011"]);
    expect(await ids({ holdId: "hld-3" })).toEqual(["SHP-1019"]);
    expect(await ids({ holdId: "HLD-3", shipmentId: "SHP-1009" })).toEqual([]);
    expect(await ids({ holdId: "HLD-404" })).toEqual([]);
  });

  it("propose a booking for a planned transfer in canonical form", async () => {
    const proposal = await proposed("book_shipment", { ...BOOKING, transferRef: "@t1" });
    expect(proposal).toMatchObject({
      args: {
        origin: "LOC-HAM",
        destination: "LOC-VLC",
        lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
        serviceId: "SVC-01",
        transferRef: "@t1",
      },
      guards: [{ kind: "bound", record: "SVC-01", atLeast: { capacityLeftKg: "144" } }],
      findings: [],
      requires: [],
      planned: [{ kind: "shipment", snapshot: { kind: "transfer", eta: "2026-12-11T12:00:00.000Z", promisedDelivery: "2026-12-14" } }],
    });
  });

  it("name the shipments of the same demand whose units the books still hold", async () => {
    const demanded = { ...BOOKING, demandRef: "SO-1" };
    const first = await proposed("book_shipment", demanded);
    expect(first.evidence.map((item) => item.snapshot?.kind)).toEqual(["service"]);
    const step = world.step(first);
    const { outputs } = await executeGrant(world.ports, world.grant(step, await world.preview(step), {}, 0));
    const shipments = async (demandRef: string) =>
      (await proposed("book_shipment", { ...BOOKING, demandRef })).evidence.flatMap(({ snapshot }) =>
        snapshot?.kind === "shipment" ? [[snapshot.id, snapshot.fields.demandRef]] : [],
      );
    expect(await shipments("SO-1")).toEqual([[outputs.shipmentId, "SO-1"]]);
    expect(await shipments("SO-2")).toEqual([]);
    await world.db.admin("alter table shipments disable trigger user");
    await world.db.admin("update shipments set goods_issue_posted = true where tenant = 'demo' and demand_ref = 'SO-1'");
    await world.db.admin("alter table shipments enable trigger user");
    expect(await shipments("SO-1")).toEqual([]);
  });

  it("report the border, the party and the country of a customer's shipment", async () => {
    const proposal = await proposed("book_shipment", {
      origin: "LOC-HAM",
      destination: "NOBGO",
      consignee: "PTY-NOR",
      lines: [{ sku: "VLV-050", quantity: "2", uom: "BOX" }],
      serviceId: "SVC-17",
      incoterm: "DAP",
    });
    expect(proposal.findings).toMatchObject([{ code: "customs_territory_crossed", severity: "warn", values: { from: "EU", to: "NO" } }]);
    expect(proposal.requires).toEqual([
      { domain: "export", kind: "party", id: "PTY-NOR" },
      { domain: "export", kind: "country", id: "NO" },
    ]);
  });

  it.each([
    ["unknown_sku", { ...BOOKING, lines: [{ sku: "VLV-999", quantity: "1", uom: "PCE" }] }],
    ["uom_mismatch", { ...BOOKING, lines: [{ sku: "VLV-050", quantity: "1", uom: "IBC" }] }],
    ["service_route_mismatch", { ...BOOKING, serviceId: "SVC-02" }],
    ["unknown_place", { ...BOOKING, destination: "Atlantis" }],
    ["consignee_missing", { ...BOOKING, destination: "NOBGO", serviceId: "SVC-17" }],
    ["unknown_party", { ...BOOKING, destination: "NOBGO", serviceId: "SVC-17", consignee: "Fjord Subsea" }],
  ])("answer %s instead of guessing", async (code, args) => {
    expect(await world.call("book_shipment", args)).toMatchObject({ ok: false, code });
  });

  it("ask when the destination may not store the goods", async () => {
    const args = {
      origin: "LOC-GDN",
      destination: "LOC-LIO",
      lines: [{ sku: "SLV-ACE", quantity: "20", uom: "DRM" }],
      serviceId: "SVC-13",
    };
    expect((await proposed("book_shipment", args)).findings).toMatchObject([{ code: "location_dg_not_allowed", severity: "ask" }]);
  });
});

describe("the transit executor", () => {
  const open = { $ref: { step: newId("stp"), output: "transferId" } };
  const predicted = [{ step: open.$ref.step, output: "transferId", kind: "transfer", entity: TRANSFER.snapshot }];

  it("previews a booking before its transfer exists, and alike once it does", async () => {
    const proposal = await proposed("book_shipment", { ...BOOKING, transferRef: "@t1" });
    const before = await world.preview(world.step({ ...proposal, args: { ...proposal.args, transferRef: open } }), { predicted });
    const named = world.step({ ...proposal, args: { ...proposal.args, transferRef: "TRF-AAAAAAAAAA" } });
    expect(await world.preview(named)).toMatchObject({
      refusal: null,
      after: [],
      needs: [{ domain: "supply", kind: "transfer", id: "TRF-AAAAAAAAAA" }],
    });
    const after = await world.preview(named, { foreign: [ALLOCATED] });
    expect(before).toMatchObject({
      refusal: null,
      needs: [],
      headline: "Book 60 PCE VLV-050 on SVC-01 from LOC-HAM to LOC-VLC, leaving 2026-12-08T16:00Z",
      facts: {
        valueEur: "5760",
        crossesTerritory: false,
        dangerousGoods: false,
        controlled: false,
        executeLimit: "2026-12-08T12:30:00.000Z",
        cutoff: "2026-12-08T13:00:00.000Z",
      },
      names: { "LOC-HAM": "Hamburg Distribution Centre" },
    });
    expect(before.guards.every((guard) => guard.holds)).toBe(true);
    expect(after.effectHash).toBe(before.effectHash);
    expect(after.facts).toEqual(before.facts);
    expect(before.before.map((row) => row.path)).toEqual(before.after.map((row) => row.path));
  });

  it("refuses a booking that carries other goods than the planned transfer moves", async () => {
    const proposal = await proposed("book_shipment", { ...BOOKING, transferRef: "@t1" });
    const other = [{ ...predicted[0], entity: { ...TRANSFER.snapshot, quantity: "50" } }] as typeof predicted;
    expect(
      (await world.preview(world.step({ ...proposal, args: { ...proposal.args, transferRef: open } }), { predicted: other })).refusal,
    ).toMatchObject({ code: "transfer_mismatch" });
  });

  it("books exactly once, however often the grant is delivered", async () => {
    const proposal = await proposed("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" });
    const step = world.step(proposal);
    const grant = world.grant(step, await world.preview(step, { foreign: [ALLOCATED] }), {}, 0);
    const receipts = await Promise.all(Array.from({ length: 20 }, () => executeGrant(world.ports, grant)));
    expect(new Set(receipts.map((receipt) => receipt.receiptId)).size).toBe(1);
    expect(receipts[0]).toMatchObject({
      outcome: "succeeded",
      outputs: { shipmentId: expect.stringMatching(/^SHP-[A-Z2-7]{10}$/) },
      inverse: { tool: "cancel_shipment" },
    });
    expect(CancelShipmentArgs.safeParse(receipts[0]?.inverse?.args).success).toBe(true);
    const rows = await shipmentRows();
    expect(rows).toMatchObject([{ state: "booked", kind: "transfer", transfer_ref: "TRF-AAAAAAAAAA", version: 1 }]);
    const id = receipts[0]?.outputs.shipmentId;
    expect(await world.db.admin("select service_id, mode from legs where shipment = $1", [id])).toEqual([
      { service_id: "SVC-01", mode: "road" },
    ]);
    expect(await world.db.admin("select state, our_reference from booking_attempts where shipment = $1", [id])).toEqual([
      { state: "confirmed", our_reference: id },
    ]);
    expect(await world.call("find_shipments", { shipmentId: String(id) })).toMatchObject({ result: { count: 1 } });
  });

  it("does not book a transfer twice", async () => {
    const proposal = await proposed("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" });
    const step = world.step(proposal);
    const [a, b] = [
      world.grant(step, await world.preview(step, { foreign: [ALLOCATED] }), {}, 0),
      world.grant(step, await world.preview(step, { foreign: [ALLOCATED] }), {}, 0),
    ];
    expect((await executeGrant(world.ports, a)).outcome).toBe("succeeded");
    expect(await executeGrant(world.ports, b)).toMatchObject({ outcome: "stale", code: "already_booked" });
    expect(await world.call("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" })).toMatchObject({
      ok: false,
      code: "already_booked",
    });
  });

  it.each(["proposed", "approved", "issued", "partly_received", "received", "closed", "cancelled"])(
    "does not book a transfer that is %s, neither when people look at it nor when it comes to that after they did",
    async (state) => {
      const step = world.step(await proposed("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" }));
      const over = transferOf("TRF-AAAAAAAAAA", { state });
      expect((await world.preview(step, { foreign: [over] })).refusal).toMatchObject({
        code: "transfer_not_open",
        detail: expect.stringContaining(state),
      });
      const grant = world.grant(step, await world.preview(step, { foreign: [ALLOCATED] }), {}, 0);
      world.states([over]);
      expect(await executeGrant(world.ports, grant)).toMatchObject({ outcome: "stale", code: "transfer_not_open" });
      expect(await shipmentRows()).toEqual([]);
    },
  );

  it.each([
    ["other goods", { sku: "VLV-080" }],
    ["another quantity", { quantity: "50" }],
    ["another way", { toLocation: "LOC-RTM" }],
  ])("does not book a transfer that moves %s", async (_what, fields) => {
    const step = world.step(await proposed("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" }));
    const { refusal } = await world.preview(step, { foreign: [transferOf("TRF-AAAAAAAAAA", fields)] });
    expect(refusal).toMatchObject({ code: "transfer_mismatch" });
  });

  it("asks supply for the transfer without a lock, and books nothing while supply does not answer or knows no such transfer", async () => {
    const step = world.step(await proposed("book_shipment", { ...BOOKING, transferRef: "TRF-AAAAAAAAAA" }));
    const preview = await world.preview(step, { foreign: [ALLOCATED] });
    const locks: unknown[] = [];
    const waiting: ExecutorPorts = {
      ...world.ports,
      facts: async () => {
        locks.push(
          ...(await world.db.admin("select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'")),
        );
        throw new AppError("unavailable", { detail: "supply is away" });
      },
    };
    await expect(executeGrant(waiting, world.grant(step, preview, {}, 0))).rejects.toMatchObject({ code: "unavailable" });
    expect(locks).toEqual([]);
    const unknown: ExecutorPorts = { ...world.ports, facts: async () => [] };
    expect(await executeGrant(unknown, world.grant(step, preview, {}, 0))).toMatchObject({ outcome: "stale", code: "facts_missing" });
    expect(await shipmentRows()).toEqual([]);
  });

  it("lets the last kilograms go to one of two bookings at the same time", async () => {
    await world.db.admin("alter table services disable trigger user");
    await world.db.admin("update services set capacity_kg = 200 where tenant = 'demo' and id = 'SVC-01'");
    await world.db.admin("alter table services enable trigger user");
    const step = world.step(await proposed("book_shipment", { ...BOOKING, demandRef: "SO-1" }));
    const preview = await world.preview(step);
    const receipts = await Promise.all([1, 2].map(() => executeGrant(world.ports, world.grant(step, preview, {}, 0))));
    expect(receipts.map((receipt) => receipt.outcome).sort()).toEqual(["stale", "succeeded"]);
    expect(await shipmentRows()).toHaveLength(1);
  });

  it("asks the export executor about customer and country, and refuses what it must", async () => {
    const args = {
      origin: "LOC-HAM",
      destination: "NOBGO",
      consignee: "PTY-NOR",
      lines: [{ sku: "VLV-050", quantity: "2", uom: "BOX" }],
      serviceId: "SVC-17",
      incoterm: "DAP",
    };
    const step = world.step(await proposed("book_shipment", args));
    expect(await world.preview(step)).toMatchObject({
      refusal: null,
      after: [],
      needs: [
        { kind: "party", id: "PTY-NOR" },
        { kind: "destination", id: "VLV-050/NO" },
      ],
    });
    const party = {
      domain: "export" as const,
      kind: "party",
      id: "PTY-NOR",
      version: 1,
      fields: { screening: "clear", name: "Fjord Subsea AS" },
    };
    const country = { domain: "export" as const, kind: "destination", id: "VLV-050/NO", version: 1, fields: { embargo: null } };
    const clear = await world.preview(step, { foreign: [party, country] });
    expect(clear).toMatchObject({ refusal: null, needs: [], facts: { crossesTerritory: true }, names: { "PTY-NOR": "Fjord Subsea AS" } });
    const denied = await world.preview(step, { foreign: [{ ...party, fields: { screening: "confirmed" } }, country] });
    expect(denied.refusal).toMatchObject({ code: "denied_party" });
    const open = await world.preview(step, { foreign: [{ ...party, fields: { screening: "clear", openScreening: "SCR-1" } }, country] });
    expect(open.refusal).toMatchObject({ code: "open_screening" });
    const unstated = await executeGrant(world.ports, world.grant(step, { ...clear, foreign: [country] }, {}, 1));
    expect(unstated).toMatchObject({ outcome: "stale", code: "facts_missing" });
    const embargo = await world.preview(step, { foreign: [party, { ...country, fields: { embargo: "NO is under embargo" } }] });
    expect(embargo.refusal).toMatchObject({ code: "destination_embargo" });
    expect(await executeGrant(world.ports, world.grant(step, clear, {}, 0))).toMatchObject({
      outcome: "refused",
      code: "approvers_insufficient",
    });
    expect((await executeGrant(world.ports, world.grant(step, clear, {}, 1))).outcome).toBe("succeeded");
  });

  it("places a hold, raises the shipment's version, and is stale for anyone who read before", async () => {
    const proposal = await proposed("place_hold", { shipmentId: "SHP-1014", type: "customer", reason: "freezer not confirmed" });
    expect(proposal).toMatchObject({ eager: true, guards: [{ kind: "exact", record: "SHP-1014", version: "read@1" }] });
    const step = world.step(proposal);
    const preview = await world.preview(step);
    const receipt = await executeGrant(world.ports, world.grant(step, preview, {}, 0));
    expect(receipt).toMatchObject({
      outcome: "succeeded",
      outputs: { holdId: expect.stringMatching(/^HLD-/) },
      inverse: { tool: "release_hold" },
    });
    expect(receipt.records).toContainEqual({ record: "SHP-1014", version: 2 });
    const other = world.step({ ...proposal, args: { shipmentId: "SHP-1014", type: "quality", reason: "x" } });
    expect(await executeGrant(world.ports, world.grant(other, await world.preview(other), {}, 0))).toMatchObject({
      outcome: "stale",
      code: "guard_broken",
    });
    expect(await world.call("place_hold", { shipmentId: "SHP-1014", type: "customer", reason: "again" })).toMatchObject({
      ok: false,
      code: "already_on_hold",
    });
  });

  it("holds only the delivery of goods that have left", async () => {
    const proposal = await proposed("place_hold", { shipmentId: "SHP-1015", type: "customer", reason: "unpaid" });
    expect(proposal.findings).toMatchObject([{ code: "delivery_hold_only" }]);
    expect((await world.preview(world.step(proposal))).headline).toBe("Place a customer hold on SHP-1015 at its destination");
  });
});

describe("the transit database", () => {
  it("lets the agent role read but not write, and nobody write without a cause", async () => {
    const agent = world.db.pool("qm_transit_agent");
    const executor = world.db.pool("qm_transit_executor");
    const hold = "update shipments set version = version + 1 where id = 'SHP-1014'";
    await expect(transaction(agent, "demo", (tx) => tx.query(hold))).rejects.toThrow(/permission denied/);
    await expect(transaction(executor, "demo", (tx) => tx.query(hold))).rejects.toThrow(/without a cause/);
    await expect(transaction(executor, "demo", (tx) => tx.query("update shipments set consignee = 'PTY-UAE'"))).rejects.toThrow(
      /permission denied/,
    );
    await expect(transaction(executor, "demo", (tx) => tx.query("delete from holds"))).rejects.toThrow(/permission denied/);
  });

  it("shows a tenant nothing of another", async () => {
    const agent = world.db.pool("qm_transit_agent");
    const { rows } = await transaction(agent, "t2", (tx) => tx.query<{ n: number }>("select count(*)::int as n from shipments"));
    expect(rows[0]?.n).toBe(0);
  });

  it("loads the whole seed and links legs to the services they are booked on", async () => {
    const [counts] = await world.db.admin(
      "select (select count(*)::int from shipments where tenant = 'demo') as shipments, (select count(*)::int from services where tenant = 'demo') as services",
    );
    expect(counts).toEqual({ shipments: 25, services: 20 });
    expect(await world.db.admin("select service_id from legs where tenant = 'demo' and shipment = 'SHP-1006'")).toEqual([
      { service_id: "SVC-04" },
    ]);
  });
});
