import { executeGrant } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type SupplyEvents, startSupplyEvents } from "./support/supply-events.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

// Each test is named after what went wrong in a public system (docs/public-issues.md), and shows that it cannot go wrong here.

let world: SupplyWorld;
let events: SupplyEvents;
beforeAll(async () => {
  world = await startSupplyWorld();
  events = startSupplyEvents(world);
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const MOVE = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" };
const onHand = async (location: string, status = "available"): Promise<number> =>
  Number(
    (
      await world.db.admin<{ sum: string }>(
        "select coalesce(sum(on_hand), 0)::text sum from stock where tenant = 'demo' and sku = 'VLV-050' and location = $1 and status = $2",
        [location, status],
      )
    )[0]?.sum,
  );
const run = async (tool: string, args: JsonObject) => await executeGrant(world.ports, await world.grant(world.step(tool, args)));
const sent = async (): Promise<string> => {
  const transferId = (await run("transfer_stock", MOVE)).outputs.transferId ?? "";
  await events.deliver("goods_issue", { transferId });
  return transferId;
};
const stateOf = async (id: string) =>
  (await world.db.admin("select state from transfers where tenant = 'demo' and id = $1", [id]))[0]?.state;

it("there was no in-transit state, and goods were shown at the target before they arrived", async () => {
  const [here, there] = [await onHand("LOC-HAM"), await onHand("LOC-VLC")];
  const transferId = await sent();
  expect([await onHand("LOC-HAM"), await onHand("LOC-VLC"), await stateOf(transferId)]).toEqual([here - 60, there, "issued"]);
  await events.deliver("goods_receipt", { transferId, received: "60" });
  expect([await onHand("LOC-HAM"), await onHand("LOC-VLC"), await stateOf(transferId)]).toEqual([here - 60, there + 60, "received"]);
});

it("a receipt that was rejected in full was counted a second time", async () => {
  const [here, there] = [await onHand("LOC-HAM"), await onHand("LOC-VLC")];
  const transferId = await sent();
  await events.deliver("goods_receipt", { transferId, received: "0", rejected: "60" });
  expect([await onHand("LOC-HAM"), await onHand("LOC-VLC"), await onHand("LOC-VLC", "quarantine")]).toEqual([here - 60, there, 60]);
  for (const more of [{ received: "60" }, { rejected: "60" }, { received: "1" }])
    await expect(events.deliver("goods_receipt", { transferId, ...more })).rejects.toMatchObject({ code: "illegal_transition" });
  expect(await onHand("LOC-VLC", "quarantine")).toBe(60);
});

it("an in-transit document stayed open because sent and received were in different units", async () => {
  const transferId = await sent();
  // Sent as sixty pieces, received as five boxes of twelve: base units are compared.
  await events.deliver("goods_receipt", { transferId, received: "5", uom: "BOX" });
  expect(await stateOf(transferId)).toBe("received");
});

it("cancelling a receipt whose goods were used already left a negative batch", async () => {
  const transferId = await sent();
  await events.deliver("goods_receipt", { transferId, received: "60" }, { eventId: "wrong" });
  const free = await onHand("LOC-VLC");
  await run("reserve_stock", { sku: "VLV-050", location: "LOC-VLC", quantity: String(free - 10), uom: "PCE", demandRef: "SO-1" });
  const undo = () => events.deliver("goods_receipt", {}, { errorDeclaration: { corrects: "wrong", reason: "another truck" } });
  await expect(undo()).rejects.toMatchObject({ code: "event_not_correctable" });
  expect([await onHand("LOC-VLC"), await stateOf(transferId)]).toEqual([free, "received"]);
});
