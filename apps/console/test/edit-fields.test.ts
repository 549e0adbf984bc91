import { describe, expect, it } from "vitest";
import { editedArgs, editFields, pathAfter } from "../src/approvals/edit-fields.ts";

const booking = {
  origin: "LOC-HAM",
  transferRef: { $ref: { step: "stp_1", output: "transferId" } },
  lines: [
    { sku: "VLV-050", quantity: "60", uom: "PCE" },
    { sku: "GSK-1", quantity: "5.50", uom: "PCE" },
  ],
};
const count = { sku: "VLV-050", location: "LOC-HAM", countedQuantity: "90", uom: "PCE" };

describe("what of an instruction can be lowered", () => {
  it("is every quantity, each with its unit and item, and lines where there are several", () => {
    expect(editFields({ sku: "VLV-050", quantity: "60", uom: "PCE" })).toEqual([
      { path: ["quantity"], name: "quantity", value: "60", unit: "PCE", of: "VLV-050", line: null },
    ]);
    expect(editFields(booking).map((field) => [field.name, field.of, field.line?.index])).toEqual([
      ["lines[0].quantity", "VLV-050", 0],
      ["lines[1].quantity", "GSK-1", 1],
    ]);
    expect(editFields({ lines: [booking.lines[0] ?? {}] })[0]?.line).toBeNull();
  });

  it("is never a count, which is a fact", () => {
    expect(editFields(count)).toEqual([]);
  });

  it("is found again by a fault's path when a line before it is left out", () => {
    const fields = editFields({ lines: ["A", "B", "C"].map((sku) => ({ sku, quantity: "5", uom: "PCE" })) });
    const paths = (dropped: string[]) => fields.map((field) => pathAfter(field, fields, dropped));
    expect(paths([])).toEqual(["/args/lines/0/quantity", "/args/lines/1/quantity", "/args/lines/2/quantity"]);
    expect(paths(["lines[0].quantity"])).toEqual([null, "/args/lines/0/quantity", "/args/lines/1/quantity"]);
    expect(paths(["lines[1].quantity"])).toEqual(["/args/lines/0/quantity", null, "/args/lines/1/quantity"]);
  });

  it("goes into the args, and the rest stays exactly as it was", () => {
    const fields = editFields(booking);
    const less = editedArgs(booking, fields, { quantities: { "lines[0].quantity": " 40 " }, dropped: ["lines[1].quantity"] });
    expect(less).toEqual({ ...booking, lines: [{ sku: "VLV-050", quantity: "40", uom: "PCE" }] });
    expect(editedArgs(booking, fields, { quantities: { "lines[1].quantity": "5.50" }, dropped: [] })).toEqual(booking);
    expect(booking.lines).toHaveLength(2);
  });
});
