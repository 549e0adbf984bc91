import { expect, it } from "vitest";
import { type Bringing, levelThere } from "../src/domain/assess-destination.ts";
import type { SupplyReads } from "../src/domain/ports.ts";
import type { IncomingTransfer, PurchaseOrder } from "../src/domain/stock.ts";
import { aLocation, anItem, aRow } from "./support/builders.ts";

const anOrder = (changes: Partial<PurchaseOrder> = {}): PurchaseOrder => ({
  id: "PO-1",
  supplier: "SUP-1",
  lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
  location: "LOC-HAM",
  state: "sent",
  eta: "2026-12-10",
  request: null,
  version: 2,
  ...changes,
});
const aTransfer = (changes: Partial<IncomingTransfer> = {}): IncomingTransfer => ({
  id: "TRF-1",
  due: "60",
  state: "allocated",
  neededBy: "2026-12-10",
  request: "req_1",
  version: 3,
  ...changes,
});
const POLICY = { sku: "VLV-050", location: "LOC-HAM", maxLevel: "200", version: 1 };

/** What stands against bringing 60 more to a place that holds 100. */
const bring = async (orders: PurchaseOrder[], transfers: IncomingTransfer[], wish: Partial<Bringing> = {}, policies: object[] = []) => {
  const reads = {
    policies: async () => policies,
    stock: async () => [aRow()],
    purchaseOrders: async () => orders,
    transfersTo: async () => transfers,
  } as unknown as SupplyReads;
  return levelThere(reads, anItem(), aLocation(), { base: "60", neededBy: "2026-12-10", requestId: "req_2", ...wish });
};

it("asks before adding to what an open order brings in time, and not when it comes too late", async () => {
  expect(await bring([anOrder()], [])).toMatchObject([{ code: "duplicate_of_inbound", severity: "ask", records: ["PO-1@2"] }]);
  expect(await bring([anOrder()], [], { neededBy: "2026-12-09" })).toEqual([]);
  expect(await bring([anOrder()], [], { neededBy: undefined })).toEqual([]);
});

it("asks before adding to what an open transfer brings in time, and not when it comes too late", async () => {
  expect(await bring([], [aTransfer()])).toEqual([
    {
      code: "duplicate_of_inbound",
      severity: "ask",
      detail: "TRF-1 (2026-12-10) already brings VLV-050 to LOC-HAM in time",
      records: ["TRF-1@3"],
      values: { orders: ["TRF-1"], transfers: ["TRF-1"] },
    },
  ]);
  expect(await bring([], [aTransfer({ neededBy: "2026-12-11" })])).toEqual([]);
  expect(await bring([], [aTransfer()], { neededBy: undefined })).toEqual([]);
});

it("takes a transfer without a day to come in time, and says no day of it", async () => {
  const [problem] = await bring([], [aTransfer({ neededBy: null })]);
  expect(problem?.detail).toBe("TRF-1 already brings VLV-050 to LOC-HAM in time");
});

it("asks once about everything that comes in time, and tells transfers from orders", async () => {
  const found = await bring([anOrder()], [aTransfer(), aTransfer({ id: "TRF-2", neededBy: "2026-12-24" })]);
  expect(found).toMatchObject([{ records: ["PO-1@2", "TRF-1@3"], values: { orders: ["PO-1", "TRF-1"], transfers: ["TRF-1"] } }]);
});

it("does not ask a plan that is made again about what its own request has ordered, only about what others have", async () => {
  const own = { request: "req_2" };
  expect(await bring([anOrder(own)], [aTransfer(own)])).toEqual([]);
  expect(await bring([anOrder(own)], [aTransfer(own), aTransfer({ id: "TRF-2" })])).toMatchObject([{ values: { orders: ["TRF-2"] } }]);
  // What nobody is on record for is never taken for one's own.
  const unknown = { request: null };
  expect(await bring([anOrder(unknown)], [aTransfer(unknown)], { requestId: null })).toMatchObject([{ records: ["PO-1@2", "TRF-1@3"] }]);
});

it("counts what is still to come by transfer towards the maximum, whoever ordered it and whenever it comes", async () => {
  const late = aTransfer({ neededBy: "2026-12-24", request: "req_2", due: "40.5" });
  expect(await bring([], [late], {}, [POLICY])).toMatchObject([{ code: "above_max_level", values: { after: "200.5", maxLevel: "200" } }]);
  expect(await bring([], [{ ...late, due: "40" }], {}, [POLICY])).toEqual([]);
});
