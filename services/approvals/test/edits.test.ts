import type { ChangeRow, JsonObject } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { followsEdit, narrowArgs } from "../src/edits/narrow-args.ts";
import { widensBecause } from "../src/edits/widens-because.ts";

const line = (sku: string, quantity: string) => ({ sku, quantity, uom: "PCE" });
const transfer: JsonObject = { ...line("VLV-050", "60"), fromLocation: "LOC-HAM", toLocation: "LOC-VLC" };
const booking: JsonObject = {
  origin: "LOC-HAM",
  transferRef: { $ref: { step: "stp_1", output: "transferId" } },
  lines: [line("A", "1"), line("B", "2")],
};
const paths = (tool: string, before: JsonObject, after: JsonObject) => narrowArgs(tool, before, after).faults.map((fault) => fault.path);

describe("edited args", () => {
  it("may name a smaller quantity, in its plain form", () => {
    expect(narrowArgs("transfer_stock", transfer, { ...transfer, quantity: "40.50" })).toEqual({
      args: { ...transfer, quantity: "40.5" },
      faults: [],
      changed: true,
    });
    expect(narrowArgs("transfer_stock", transfer, { ...transfer, quantity: "60.0" }).changed).toBe(false);
  });

  it.each([
    ["more", { ...transfer, quantity: "60.000000001" }, "/quantity"],
    ["none", { ...transfer, quantity: "0" }, "/quantity"],
    ["less than none", { ...transfer, quantity: "-1" }, "/quantity"],
    ["a number", { ...transfer, quantity: 40 }, "/quantity"],
    ["no decimal text", { ...transfer, quantity: "4e1" }, "/quantity"],
    ["another place", { ...transfer, toLocation: "LOC-OSL" }, "/toLocation"],
    ["another unit", { ...transfer, quantity: "40", uom: "BOX" }, "/uom"],
    ["another field", { ...transfer, lot: "L1" }, "/lot"],
    ["a field less", { sku: "VLV-050", quantity: "40", uom: "PCE", fromLocation: "LOC-HAM" }, "/toLocation"],
    ["a list", { ...transfer, quantity: ["40"] }, "/quantity"],
  ])("may not ask for %s", (_what, after, path) => {
    expect(paths("transfer_stock", transfer, after as JsonObject)).toContain(path);
  });

  it("may leave lines out, but not all, none twice and none in another order", () => {
    expect(narrowArgs("book_shipment", booking, { ...booking, lines: [line("B", "1")] })).toMatchObject({ faults: [], changed: true });
    expect(paths("book_shipment", booking, { ...booking, lines: [] })).toEqual(["/lines"]);
    for (const lines of [
      [line("A", "1"), line("A", "1")],
      [line("B", "2"), line("A", "1")],
      [line("A", "1"), line("B", "2"), line("C", "1")],
    ])
      expect(paths("book_shipment", booking, { ...booking, lines })).not.toEqual([]);
    expect(paths("book_shipment", booking, { ...booking, transferRef: "TRF-1" })).toEqual(["/transferRef"]);
  });

  it("may leave a line at 0 that goes there, and bring none there", () => {
    const totals = { shipmentId: "SHP-1", changes: [line("A", "0"), line("B", "20")] };
    const edit = (a: string, b: string) => narrowArgs("change_lines", totals, { ...totals, changes: [line("A", a), line("B", b)] });
    expect(edit("0", "30")).toMatchObject({ faults: [], changed: true });
    expect(edit("0", "0").faults.map((fault) => fault.path)).toEqual(["/changes/1/quantity"]);
  });

  it("may not change what was counted: a count is a fact, not a limit", () => {
    const count = { sku: "VLV-050", location: "LOC-HAM", countedQuantity: "90", uom: "PCE", reason: "count" };
    expect(paths("adjust_stock", count, { ...count, countedQuantity: "89" })).toEqual(["/countedQuantity"]);
  });
});

describe("an edit of a new total", () => {
  const row = (value: string): ChangeRow => ({
    path: "1",
    label: "Line 1",
    record: "SHP-1",
    version: 1,
    value,
    unit: "PCE",
    unitLabel: null,
  });
  const ask = (now: string, goal: string, edited: string) =>
    widensBecause({ after: [row(goal)] }, { before: [row(now)], after: [row(edited)] });

  it("lies between what is there and what the card leads to", () => {
    expect(ask("3000", "2000", "2500")).toBeNull();
    expect(ask("2000", "3000", "2000")).toBeNull();
    expect(ask("3000", "2000", "1000")).toContain("Line 1 of SHP-1");
    expect(ask("3000", "2000", "3001")).toContain("beyond 2000");
  });
});

describe("a revision that follows an edit", () => {
  it("has its args, with references or the ids that they stood for", () => {
    const books = (change: JsonObject) => followsEdit("book_shipment", booking, { ...booking, ...change });
    expect(books({ transferRef: "TRF-0000000001" })).toBe(true);
    expect(books({ transferRef: { $ref: { step: "stp_2", output: "transferId" } } })).toBe(true);
    expect(books({ transferRef: 7 })).toBe(false);
    expect(followsEdit("transfer_stock", transfer, { ...transfer, quantity: "61" })).toBe(false);
    expect(followsEdit("transfer_stock", transfer, { ...transfer, lot: "L1" })).toBe(false);
    expect(books({ lines: [line("A", "1"), line("B", "2"), line("C", "1")] })).toBe(false);
  });

  it("may ask for less still, as another edit may have lessened the step too, but not of a new total", () => {
    expect(followsEdit("transfer_stock", transfer, { ...transfer, quantity: "40" })).toBe(true);
    expect(followsEdit("book_shipment", booking, { ...booking, transferRef: "TRF-1", lines: [line("A", "1")] })).toBe(true);
    const totals = { shipmentId: "SHP-1", changes: [line("A", "60")] };
    expect(followsEdit("change_lines", totals, { ...totals, changes: [line("A", "40")] })).toBe(false);
  });
});
