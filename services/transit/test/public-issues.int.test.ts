import { executeGrant } from "@quartermaster/executor";
import { newId } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

// Each test is named after what went wrong in a public system (docs/public-issues.md), and shows that it cannot go wrong here.

let world: TransitWorld;
beforeAll(async () => {
  world = await startTransitWorld();
});
afterAll(() => world.drop());

it("a double click made two shipments", async () => {
  const args = {
    origin: "Hamburg",
    destination: "ESVLC",
    lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
    serviceId: "SVC-01",
    demandRef: "SO-1",
  };
  const { proposal } = await world.call("book_shipment", args);
  if (!proposal) throw new Error("no proposal");
  // However it is written, the same wish has the same meaning: merge asks before doing it again under another request.
  const again = await world.call("book_shipment", {
    ...args,
    origin: "LOC-HAM",
    destination: "LOC-VLC",
    lines: [{ sku: "vlv-050", quantity: "5", uom: "BOX" }],
  });
  expect(again.proposal?.meaning).toEqual(proposal.meaning);
  const step = world.step(proposal);
  const first = world.grant(step, await world.preview(step), {}, 0);
  const second = { ...first, grantId: newId("grt") };
  const receipts = await Promise.all([first, second, first, second].map(async (grant) => await executeGrant(world.ports, grant)));
  expect(new Set(receipts.map((receipt) => receipt.outputs.shipmentId)).size).toBe(1);
  expect(await world.db.admin("select id from shipments where tenant = 'demo' and demand_ref = 'SO-1'")).toHaveLength(1);
});
