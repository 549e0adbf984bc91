import { executeGrant } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
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

const execute = async (tool: string, args: JsonObject) => {
  const receipt = await executeGrant(world.ports, await world.grant(world.step(tool, args), {}, 2));
  if (receipt.outcome !== "succeeded") throw new Error(JSON.stringify(receipt));
  return receipt;
};
const [FIRST, SECOND, THIRD] = ["PMP100-HAM-001", "PMP100-HAM-002", "PMP100-HAM-003"] as const;
const MOVE = { sku: "PMP-100", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", uom: "PCE" };
const states = async (...ids: string[]) =>
  (
    await world.db.admin<{ id: string; state: string; held: string | null }>(
      "select id, state, held_for as held from serials where tenant = 'demo' and id = any ($1) order by id",
      [ids],
    )
  ).map(({ state, held }) => (held === null ? state : `${state} for ${held}`));

describe("a serial number that is held for a transfer", () => {
  const held = async (serials: string[]): Promise<string> =>
    (await execute("transfer_stock", { ...MOVE, quantity: String(serials.length), serials })).outputs.transferId ?? "";

  it("does not leave for a customer's order", async () => {
    const transferId = await held([FIRST]);
    await execute("reserve_stock", { sku: "PMP-100", location: "LOC-HAM", quantity: "1", uom: "PCE", demandRef: "SO-77" });
    const issue = (serial: string) => events.deliver("goods_issue", { demandRef: "SO-77", serials: [serial] });
    await expect(issue(FIRST)).rejects.toMatchObject({ code: "illegal_transition", message: expect.stringContaining(transferId) });
    expect(await states(FIRST)).toEqual([`reserved for ${transferId}`]);
    await issue(SECOND);
    await events.deliver("goods_issue", { transferId });
    expect(await states(FIRST, SECOND)).toEqual([`in_transit for ${transferId}`, "gone"]);
  });

  it("does not leave with another transfer", async () => {
    await held([FIRST]);
    const other = await held([SECOND]);
    await expect(events.deliver("goods_issue", { transferId: other, serials: [FIRST] })).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });

  it("is free again when another one left in its place", async () => {
    const transferId = await held([FIRST]);
    await events.deliver("goods_issue", { transferId, serials: [THIRD] });
    expect(await states(FIRST, THIRD)).toEqual(["in_stock", `in_transit for ${transferId}`]);
  });
});

describe("a receipt of goods with serial numbers that was declared an error", () => {
  const order = () =>
    world.db.admin(
      `do $$ begin
         alter table purchase_orders disable trigger user;
         insert into purchase_orders select (jsonb_populate_record(p, '{"id": "PO-SERIAL", "lines": [{"sku": "PMP-100", "quantity": "2", "uom": "PCE"}], "received": {}}')).*
           from purchase_orders p where tenant = 'demo' and id = 'PO-9001' on conflict do nothing;
         alter table purchase_orders enable trigger user;
       end $$`,
    );
  const receive = (eventId: string, serials: string[]) =>
    events.deliver(
      "purchase_receipt",
      { purchaseOrderId: "PO-SERIAL", lines: [{ sku: "PMP-100", quantity: String(serials.length), serials }] },
      { eventId },
    );
  const takeBack = (corrects: string) =>
    events.deliver("purchase_receipt", {}, { errorDeclaration: { corrects, reason: "one was scanned wrongly" } });

  it("may be posted anew with what really arrived, also with the same numbers", async () => {
    await order();
    await receive("first", ["NEW-1", "NEW-2"]);
    await takeBack("first");
    expect(await states("NEW-1", "NEW-2")).toEqual(["gone", "gone"]);
    await receive("second", ["NEW-1", "NEW-3"]);
    expect(await states("NEW-1", "NEW-2", "NEW-3")).toEqual(["in_stock", "gone", "in_stock"]);
    await takeBack("second");
    await receive("third", ["NEW-1"]);
    expect(await states("NEW-1", "NEW-3")).toEqual(["in_stock", "gone"]);
  });

  it("does not bring back what has left, nor one number twice", async () => {
    await order();
    await execute("reserve_stock", { sku: "PMP-100", location: "LOC-HAM", quantity: "1", uom: "PCE", demandRef: "SO-78" });
    await events.deliver("goods_issue", { demandRef: "SO-78", serials: [FIRST] });
    await expect(receive("again", [FIRST])).rejects.toMatchObject({ code: "conflict" });
    const line = { sku: "PMP-100", quantity: "1", serials: ["NEW-9"] };
    await expect(events.deliver("purchase_receipt", { purchaseOrderId: "PO-SERIAL", lines: [line, line] })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [expect.objectContaining({ path: "/what/lines/1/serials" })],
    });
  });
});
