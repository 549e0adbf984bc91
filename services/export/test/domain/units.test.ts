import { compare, decimal, formatDecimal, multiply } from "@quartermaster/shared/quantity";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exact, toBase } from "../../src/domain/units.ts";
import { anItem } from "../support/builders.ts";

const aDecimal = (wholes: number, places: number) =>
  fc
    .tuple(fc.nat(wholes), fc.nat(10 ** places - 1))
    .map(([whole, part]) => (part === 0 ? `${whole}` : `${whole}.${String(part).padStart(places, "0").replace(/0+$/, "")}`));

it("a quantity in base units is exact, or refused: never rounded, never zero", () => {
  fc.assert(
    fc.property(aDecimal(9_999, 9), aDecimal(5_000, 4), (quantity, factor) => {
      fc.pre(Number(factor) > 0);
      const base = toBase(anItem({ baseUom: "LTR", conversions: { DRM: factor } }), quantity, "DRM");
      const product = multiply(decimal(quantity), decimal(factor));
      if (base === null) expect(product.numerator <= 0n || formatDecimal(product, 9) === null).toBe(true);
      else expect(compare(decimal(exact(base)), product)).toBe(0);
    }),
  );
  expect(toBase(anItem({ baseUom: "LTR", conversions: { DRM: "200" } }), "1.5", "DRM")).not.toBeNull();
  expect(toBase(anItem({ baseUom: "LTR", conversions: { DRM: "0.0001" } }), "0.000000001", "DRM")).toBeNull();
});
