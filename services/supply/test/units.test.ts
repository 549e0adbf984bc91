import { compare, decimal, multiply } from "@quartermaster/shared/quantity";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBase, unitCode } from "../src/domain/units.ts";
import { anItem } from "./support/builders.ts";

const isopropanol = anItem({ sku: "SLV-IPA", baseUom: "LTR", scale: 3, conversions: { DRM: "200", IBC: "1000" } });
const valve = anItem({ sku: "VLV-050", baseUom: "PCE", scale: 0, conversions: { BOX: "12" } });

describe("toBase", () => {
  it("converts with the item's own factor, exactly", () => {
    expect(toBase(isopropanol, "2", "IBC")).toEqual({ ok: true, base: "2000", uom: "IBC" });
    expect(toBase(isopropanol, "0.1", "DRM")).toEqual({ ok: true, base: "20", uom: "DRM" });
    expect(toBase(valve, "5", "boxes")).toEqual({ ok: true, base: "60", uom: "BOX" });
    expect(toBase(valve, "60", "Stück")).toEqual({ ok: true, base: "60", uom: "PCE" });
  });

  it("refuses units that the item does not have and quantities that are not exact, naming the argument", () => {
    expect(toBase(valve, "1", "IBC")).toMatchObject({ ok: false, path: "uom" });
    expect(toBase(valve, "0.5", "PCE")).toMatchObject({ ok: false, path: "quantity" });
    expect(toBase(valve, "60.0000024", "PCE")).toMatchObject({ ok: false, path: "quantity" });
    expect(toBase(valve, "0.1", "BOX")).toMatchObject({ ok: false, path: "quantity" });
    expect(toBase(isopropanol, "0.0001", "LTR")).toMatchObject({ ok: false, path: "quantity" });
    expect(toBase(valve, "0", "PCE")).toMatchObject({ ok: false, path: "quantity" });
  });

  it("is either exact or an error for every quantity and factor", () => {
    const text = fc
      .tuple(fc.nat(999_999), fc.nat(999))
      .map(([whole, part]) => (part === 0 ? `${whole}` : `${whole}.${String(part).padStart(3, "0")}`));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 3 }), (quantity, factor, scale) => {
        const item = anItem({ baseUom: "LTR", scale, conversions: { DRM: String(factor) } });
        const result = toBase(item, quantity, "DRM");
        const product = multiply(decimal(quantity), decimal(String(factor)));
        if (result.ok) expect(compare(decimal(result.base), product)).toBe(0);
        else expect(product.numerator === 0n || (product.numerator * 10n ** BigInt(scale)) % product.denominator !== 0n).toBe(true);
      }),
    );
  });

  it("knows a unit by code or by word, only if the item has it", () => {
    expect(unitCode(valve, "pce")).toBe("PCE");
    expect(unitCode(valve, "piezas")).toBe("PCE");
    expect(unitCode(isopropanol, "pieces")).toBeNull();
  });
});
