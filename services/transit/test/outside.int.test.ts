import { createHttpSystem, executeGrant, outsideKey, reconcileCalls, recordId } from "@quartermaster/executor";
import { newId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { transitExecutor } from "../src/execution/executor-definition.ts";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

let world: TransitWorld;
let carrier: ReferenceSystem;

beforeAll(async () => {
  world = await startTransitWorld();
  carrier = await startReferenceSystem({ mode: "honours" });
});
afterAll(async () => {
  await carrier?.stop();
  await world?.drop();
});

it("a booking whose answer was lost is looked up by our reference: the carrier books once, and so do we", async () => {
  const system = createHttpSystem({
    url: carrier.url,
    token: carrier.token,
    timeoutMs: 5_000,
    repeat: { kind: "by_key", quietMs: 60_000 },
    tools: new Set(["book_shipment"]),
  });
  const ports = { ...world.ports, outside: { system, timeoutMs: 5_000 } };
  await carrier.control({ loseAnswers: 1 });
  const lines = [{ sku: "VLV-050", quantity: "60", uom: "PCE" }];
  const args = { origin: "LOC-HAM", destination: "LOC-VLC", lines, serviceId: "SVC-01" };
  const step = world.step({ tool: "book_shipment", args, guards: [] });
  const grant = world.grant(step, await world.preview(step), {}, 0);
  expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown", code: "outcome_unknown" });
  const booked = () => world.db.admin("select state from shipments where tenant = 'demo' and id like 'SHP-__________'");
  expect(await booked()).toEqual([]);
  await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
  await reconcileCalls(ports);
  expect(await booked()).toEqual([{ state: "booked" }]);
  expect((await carrier.state()).made).toMatchObject([{ key: outsideKey(grant.effectKey), tool: "book_shipment" }]);
});

it.each([
  ["named by its id", "TRF-77", []],
  [
    "made by an earlier step",
    { $ref: { step: "s1", output: "transferId" } },
    [{ path: "/transferRef", receiptId: newId("rcp"), value: "TRF-78" }],
  ],
] as const)(
  "states what carries a transfer %s while the carrier has not answered, once it is booked, and once it is cancelled",
  async (_how, transferRef, resolved) => {
    const transfer = typeof transferRef === "string" ? transferRef : "TRF-78";
    const carriage = async () => {
      const facts = await transaction(
        world.ports.pool,
        "demo",
        async (tx) => await transitExecutor.readFacts(tx, "demo", [{ domain: "transit", kind: "carriage", id: transfer }]),
      );
      expect(facts).toMatchObject([{ domain: "transit", kind: "carriage", id: transfer }]);
      return facts[0]?.fields;
    };
    const system = createHttpSystem({
      url: carrier.url,
      token: carrier.token,
      timeoutMs: 5_000,
      repeat: { kind: "by_key", quietMs: 60_000 },
      tools: new Set(["book_shipment"]),
    });
    const ports = { ...world.ports, outside: { system, timeoutMs: 5_000 } };
    await carrier.control({ loseAnswers: 1 });
    const lines = [{ sku: "VLV-050", quantity: "7", uom: "PCE" }];
    const args = { origin: "LOC-HAM", destination: "LOC-VLC", lines, serviceId: "SVC-01", transferRef };
    const step = world.step({ tool: "book_shipment", args, guards: [] });
    expect(await carriage()).toEqual({ transferId: transfer, shipmentId: null, state: "none" });
    const fields = { sku: "VLV-050", quantity: "7", uom: "PCE", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", state: "allocated" };
    world.states([{ domain: "supply", kind: "transfer", id: transfer, version: 1, fields }]);
    const foreign = [{ domain: "supply" as const, kind: "transfer", id: transfer, version: 1, fields }];
    const grant = world.grant(step, await world.preview(step, { foreign }), { resolved: [...resolved] }, 0);
    expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown" });
    const shipmentId = recordId("SHP", grant.grantId, "shipment");
    expect(await carriage()).toEqual({ transferId: transfer, shipmentId, state: "booking" });
    await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
    await reconcileCalls(ports);
    expect(await carriage()).toEqual({ transferId: transfer, shipmentId, state: "booked" });
    const ending = world.step({ tool: "cancel_shipment", args: { shipmentId, reason: "undo" }, guards: [] });
    const papers = { domain: "export" as const, kind: "papers", id: shipmentId, version: 0, fields: { state: "none" } };
    expect(await executeGrant(world.ports, world.grant(ending, await world.preview(ending, { foreign: [papers] })))).toMatchObject({
      outcome: "succeeded",
    });
    expect(await carriage()).toEqual({ transferId: transfer, shipmentId, state: "cancelled" });
  },
);
