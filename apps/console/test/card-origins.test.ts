import { describe, expect, it } from "vitest";
import { editedPointers } from "../src/approvals/edited-pointers.ts";

const line = (sku: string, quantity: string) => ({ sku, quantity, uom: "PCE" });

describe("the values that an approver made less", () => {
  it("are named where they stand on the card", () => {
    expect([...editedPointers({ sku: "A", quantity: "60" }, { sku: "A", quantity: "40" })]).toEqual(["/quantity"]);
    expect([...editedPointers({ lines: [line("A", "6"), line("B", "5")] }, { lines: [line("A", "6"), line("B", "4")] })]).toEqual([
      "/lines/1/quantity",
    ]);
  });

  it("are told apart from lines that only moved up when another was left out", () => {
    const from = { lines: [line("A", "6"), line("B", "5"), line("C", "4")] };
    expect([...editedPointers(from, { lines: [line("B", "5"), line("C", "3")] })]).toEqual(["/lines/1/quantity"]);
    expect([...editedPointers(from, from)]).toEqual([]);
  });
});
