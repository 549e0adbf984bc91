import { describe, expect, it } from "vitest";
import { unknownFigures } from "../src/answer/check-figures.ts";

describe("unknownFigures", () => {
  const source = JSON.stringify({ id: "STK-006", onHand: "1200", kg: "12.50", eta: "2026-12-14T10:00:00Z" });

  it("accepts figures that were read, in any usual way of writing them", () => {
    expect(unknownFigures("STK-006 holds 1,200 pieces (1.200), 12,5 kg, arriving 14.12.2026.", [source])).toEqual([]);
  });

  it("names a figure that nobody read", () => {
    expect(unknownFigures("There are 1300 pieces in STK-006.", [source])).toEqual(["1300"]);
  });

  it("accepts the user's own figures", () => {
    expect(unknownFigures("You asked for 60.", [source, "move 60 please"])).toEqual([]);
  });
});
