import { createHttpSystem, executeGrant, outsideKey, reconcileCalls } from "@quartermaster/executor";
import { type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
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
