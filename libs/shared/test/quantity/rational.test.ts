import {
  compare,
  decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  rational,
  roundDecimal,
  sum,
} from "@quartermaster/shared/quantity";
import { describe, expect, it } from "vitest";

describe("exact quantities", () => {
  it("adds decimals without floating error", () => {
    expect(formatDecimal(sum([decimal("0.1"), decimal("0.2")]))).toBe("0.3");
  });
  it("gives no decimal text for a value that has none", () => {
    expect(formatDecimal(divide(decimal("10"), decimal("12")))).toBeNull();
    expect(formatDecimal(divide(decimal("12"), decimal("12")))).toBe("1");
  });
  it("keeps sign and drops trailing zeros", () => {
    expect(formatDecimal(decimal("-27.500"))).toBe("-27.5");
    expect(roundDecimal(rational(-1n, 3n), 2)).toBe("-0.33");
    expect(roundDecimal(multiply(decimal("0.005"), decimal("1")), 2)).toBe("0.01");
  });
  it("refuses texts that are not decimals", () => {
    for (const text of ["", "1e3", "0x10", "1,5", " 1", "٣"]) expect(parseDecimal(text)).toBeNull();
  });
  it("orders by value", () => {
    expect(compare(decimal("1.50"), decimal("1.5"))).toBe(0);
    expect(compare(decimal("9"), decimal("10"))).toBe(-1);
  });
});
