import { executeGrant } from "@quartermaster/executor";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTransitEvents, type TransitEvents } from "./support/transit-events.ts";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

let world: TransitWorld;
let events: TransitEvents;
beforeAll(async () => {
  world = await startTransitWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.seed();
  events = startTransitEvents(world);
});

const shipment = async (id: string) =>
  (
    await world.db.admin(
      "select state, version, exception, goods_issue_posted as issued from shipments where tenant = 'demo' and id = $1",
      [id],
    )
  )[0];
const leg = async (id: string) =>
  (await world.db.admin("select atd is not null as left, ata is not null as arrived from legs where tenant = 'demo' and id = $1", [id]))[0];
const floor = { source: "warehouse" as const };
const toLoaded = async (shipmentId: string) => {
  for (const step of ["picking", "packing", "loading"]) await events.deliver(step, { shipmentId }, floor);
};

describe("a shipment on its way", () => {
  it("goes from booked to delivered step by step, never over one", async () => {
    await expect(events.deliver("loading", { shipmentId: "SHP-1006" }, floor)).rejects.toMatchObject({ code: "illegal_transition" });
    await toLoaded("SHP-1006");
    await expect(events.deliver("delivering", { shipmentId: "SHP-1006" })).rejects.toMatchObject({ code: "illegal_transition" });
    await events.deliver("departing", { shipmentId: "SHP-1006" }, { eventTime: "2026-12-07T08:00:00Z" });
    expect(await leg("SHP-1006/leg-1")).toEqual({ left: true, arrived: false });
    await expect(events.deliver("arriving", { shipmentId: "SHP-1006" }, { eventTime: "2026-12-07T07:00:00Z" })).rejects.toMatchObject({
      code: "event_time_invalid",
    });
    await events.deliver("arriving", { shipmentId: "SHP-1006" });
    const { answer } = await events.deliver("delivering", { shipmentId: "SHP-1006", proofOfDelivery: "POD-1006" });
    expect(answer.records).toEqual([{ record: "SHP-1006", version: 7 }]);
    expect(await shipment("SHP-1006")).toMatchObject({ state: "delivered" });
    const told = await world.db.admin("select step from events where tenant = 'demo' and shipment = 'SHP-1006' order by at, id");
    expect(told.map((row) => row.step).sort()).toEqual(["arriving", "delivering", "departing", "loading", "packing", "picking"]);
  });

  it("is not loaded for export, nor leaves, before customs has let the goods go", async () => {
    for (const step of ["picking", "packing"]) await events.deliver(step, { shipmentId: "SHP-1003" }, floor);
    for (const state of [null, "lodged", "accepted", "released"]) {
      events.papers("SHP-1003", state);
      await expect(events.deliver("loading", { shipmentId: "SHP-1003" }, floor)).rejects.toMatchObject({
        code: "load_before_exit_release",
      });
    }
    expect(await shipment("SHP-1003")).toMatchObject({ state: "packed" });
    events.papers("SHP-1003", "arrived_at_exit");
    await events.deliver("loading", { shipmentId: "SHP-1003" }, floor);
    events.papers("SHP-1003", "invalidation_pending");
    await expect(events.deliver("departing", { shipmentId: "SHP-1003" })).rejects.toMatchObject({ code: "load_before_exit_release" });
  });

  it("may go to the port on a leg inside the territory, but not beyond without papers", async () => {
    await events.deliver("loading", { shipmentId: "SHP-1002" }, floor);
    await events.deliver("departing", { shipmentId: "SHP-1002" });
    await events.deliver("arriving", { shipmentId: "SHP-1002" });
    expect(await shipment("SHP-1002")).toMatchObject({ state: "departed" });
    events.papers("SHP-1002", "released");
    await expect(events.deliver("departing", { shipmentId: "SHP-1002" })).rejects.toMatchObject({ code: "load_before_exit_release" });
    events.papers("SHP-1002", "arrived_at_exit");
    await events.deliver("departing", { shipmentId: "SHP-1002" });
    expect(await leg("SHP-1002/leg-2")).toEqual({ left: true, arrived: false });
  });

  it("is stopped by an active hold: no loading, no leaving, no handing over", async () => {
    events.papers("SHP-1009", "arrived_at_exit");
    for (const step of ["picking", "packing"]) await events.deliver(step, { shipmentId: "SHP-1009" }, floor);
    await expect(events.deliver("loading", { shipmentId: "SHP-1009" }, floor)).rejects.toMatchObject({ code: "hold_active" });
    await expect(events.deliver("delivering", { shipmentId: "SHP-1019" })).rejects.toMatchObject({ code: "hold_active" });
    expect(await shipment("SHP-1019")).toMatchObject({ state: "arrived" });
  });

  it("takes back its last step when that is declared an error, and no earlier one", async () => {
    await events.deliver("picking", { shipmentId: "SHP-1006" }, { ...floor, eventId: "pick" });
    await events.deliver("packing", { shipmentId: "SHP-1006" }, { ...floor, eventId: "pack" });
    const declare = (bizStep: string, corrects: string) =>
      events.deliver(bizStep, {}, { ...floor, errorDeclaration: { corrects, reason: "wrong shipment scanned" } });
    await expect(declare("picking", "pick")).rejects.toMatchObject({ code: "event_not_correctable" });
    expect((await declare("packing", "pack")).answer.corrects).toBe("pack");
    expect(await shipment("SHP-1006")).toMatchObject({ state: "picking", version: 4 });
    await expect(declare("packing", "pack")).rejects.toMatchObject({ code: "event_not_correctable" });
    await expect(declare("packing", "nothing")).rejects.toMatchObject({ code: "unknown_record" });
  });

  it("keeps estimates, goods issue, trouble and messages beside its state", async () => {
    const late = { shipmentId: "SHP-1018", legSeq: 1, eta: "2026-12-12T10:00:00Z" };
    await events.deliver("eta_changed", late, { reason: "snow" });
    const [row] = await world.db.admin("select original_eta, delay_reason from shipments where tenant = 'demo' and id = 'SHP-1018'");
    expect(row).toEqual({ original_eta: "2026-12-08T10:00:00.000Z", delay_reason: "snow" });
    await events.deliver("goods_issue_posted", { shipmentId: "SHP-1007" }, floor);
    await expect(events.deliver("goods_issue_posted", { shipmentId: "SHP-1007" }, floor)).rejects.toMatchObject({
      code: "illegal_transition",
    });
    await events.deliver("exception", { shipmentId: "SHP-1018", kind: "damage" }, { reason: "pallet wet" });
    expect(await shipment("SHP-1018")).toMatchObject({ state: "departed", exception: "damage" });
    const message = { shipmentId: "SHP-1018", message: "delayed" };
    await expect(events.deliver("carrier_message", { carrier: "CAR-NOBODY", ...message })).rejects.toMatchObject({
      code: "unknown_record",
    });
    await events.deliver("carrier_message", { carrier: "CAR-EUR", ...message });
    expect(await world.call("find_shipments", { shipmentId: "SHP-1018" })).toMatchObject({
      result: { shipments: [{ exception: "damage", carrierMessages: [expect.any(Object), expect.objectContaining({ id: "MSG-701" })] }] },
    });
  });
});

describe("what a carrier answers", () => {
  const cancelLoaded = async () => {
    const answer = await world.call("cancel_shipment", { shipmentId: "SHP-1007", reason: "withdrawn" });
    if (!answer.proposal) throw new Error(JSON.stringify(answer));
    const step = world.step(answer.proposal);
    const fields = { declarationId: "EXD-5007", state: "arrived_at_exit", problems: [] };
    const foreign = [{ domain: "export" as const, kind: "papers", id: "SHP-1007", version: 1, fields }];
    const receipt = await executeGrant(world.ports, world.grant(step, await world.preview(step, { foreign }), { foreign }, 2));
    expect(receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
    return receipt;
  };

  it("ends a loaded shipment once its goods are off, and the receipt says so", async () => {
    await expect(events.deliver("offloading_confirmed", { shipmentId: "SHP-1007" })).rejects.toMatchObject({ code: "illegal_transition" });
    const receipt = await cancelLoaded();
    const { answer } = await events.deliver("offloading_confirmed", { shipmentId: "SHP-1007" });
    expect(answer.receipts).toEqual([{ receiptId: receipt.receiptId, version: 2, outcome: "confirmed" }]);
    expect(await shipment("SHP-1007")).toMatchObject({ state: "cancelled" });
    await until(() => events.receipts().length === 1);
  });

  it("ends the wish to take goods off when they left all the same", async () => {
    const receipt = await cancelLoaded();
    events.papers("SHP-1007", "arrived_at_exit");
    const { answer } = await events.deliver("departing", { shipmentId: "SHP-1007" });
    expect(answer.receipts).toEqual([{ receiptId: receipt.receiptId, version: 2, outcome: "rejected" }]);
    expect(await shipment("SHP-1007")).toMatchObject({ state: "departed" });
  });

  it("may be no to a booking: without transport there is no shipment", async () => {
    const answer = await world.call("book_shipment", {
      origin: "Hamburg",
      destination: "ESVLC",
      lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
      serviceId: "SVC-01",
    });
    if (!answer.proposal) throw new Error(JSON.stringify(answer));
    const step = world.step(answer.proposal);
    const receipt = await executeGrant(world.ports, world.grant(step, await world.preview(step)));
    const shipmentId = receipt.outputs.shipmentId ?? "";
    await events.deliver("booking_confirmed", { ourReference: shipmentId });
    await events.deliver("booking_rejected", { ourReference: shipmentId }, { reason: "no space after all" });
    expect(await shipment(shipmentId)).toMatchObject({ state: "cancelled" });
    await expect(events.deliver("booking_confirmed", { shipmentId })).rejects.toMatchObject({ code: "illegal_transition" });
  });
});
