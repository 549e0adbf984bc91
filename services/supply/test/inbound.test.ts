import { expect, it } from "vitest";
import { levelThere } from "../src/domain/assess-destination.ts";
import type { SupplyReads } from "../src/domain/ports.ts";
import { aLocation, anItem, aRow } from "./support/builders.ts";

const reads = {
  policies: async () => [],
  stock: async () => [aRow()],
  purchaseOrders: async () => [
    {
      id: "PO-1",
      supplier: "SUP-1",
      lines: [{ sku: "VLV-050", quantity: "60", uom: "PCE" }],
      location: "LOC-HAM",
      state: "sent",
      eta: "2026-12-10",
      version: 2,
    },
  ],
} as unknown as SupplyReads;

it("asks before adding to what an open order brings in time, and not when it comes too late", async () => {
  const bring = async (neededBy: string | undefined) => await levelThere(reads, anItem(), aLocation(), "60", neededBy);
  expect(await bring("2026-12-10")).toMatchObject([{ code: "duplicate_of_inbound", severity: "ask", records: ["PO-1@2"] }]);
  expect(await bring("2026-12-09")).toEqual([]);
  expect(await bring(undefined)).toEqual([]);
});
