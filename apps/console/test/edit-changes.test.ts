import { describe, expect, it } from "vitest";
import { editChanges } from "../src/approvals/edit-changes.ts";

const lines = (...quantities: string[]) => ({
  lines: quantities.map((quantity) => ({ sku: "VLV-050", quantity, uom: "PCE" })),
});
const words = (from: object, to: object) =>
  editChanges(from as never, to as never).map(({ field, after }) => `${field.name} ${field.value} ${after}`);

describe("what an edit changed", () => {
  it("is said line by line, also for two lines of one item", () => {
    expect(words(lines("10", "5"), lines("8", "5"))).toEqual(["lines[0].quantity 10 8"]);
    expect(words(lines("10", "5"), lines("10", "4"))).toEqual(["lines[1].quantity 5 4"]);
    expect(words(lines("10", "5"), lines("9", "4"))).toEqual(["lines[0].quantity 10 9", "lines[1].quantity 5 4"]);
  });

  it("names the line that was left out", () => {
    expect(words(lines("10", "5"), lines("5"))).toEqual(["lines[0].quantity 10 null"]);
    expect(words(lines("10", "5", "7"), lines("10", "6"))).toEqual(["lines[1].quantity 5 6", "lines[2].quantity 7 null"]);
  });

  it("is nothing where only the writing differs", () => {
    expect(words(lines("5.50"), lines("5.5"))).toEqual([]);
    expect(words({ quantity: "60", sku: "A" }, { quantity: "40.0", sku: "A" })).toEqual(["quantity 60 40.0"]);
  });
});
