import { add, compare, decimal, multiply, type Rational, roundDecimal } from "@quartermaster/shared/quantity";
import type { DeclarationLine } from "./declaration.ts";
import type { Item } from "./item.ts";
import { exact, toBase, unitCode } from "./units.ts";

export interface AskedLine {
  sku: string;
  quantity: string;
  uom: string;
}

export type DeclaredLines = { ok: true; lines: DeclarationLine[] } | { ok: false; code: string; detail: string; path: string };

/** Declaration lines with code, net mass and statistical value computed from master data. Licences are filled in later. */
export function declareLines(asked: readonly AskedLine[], items: ReadonlyMap<string, Item>): DeclaredLines {
  const lines: DeclarationLine[] = [];
  for (const [index, line] of asked.entries()) {
    const item = items.get(line.sku.toUpperCase());
    if (!item) return { ok: false, code: "unknown_sku", detail: `there is no sku ${line.sku}`, path: `lines.${index}.sku` };
    const uom = unitCode(item, line.uom);
    if (uom === null) {
      const units = [item.baseUom, ...Object.keys(item.conversions)].join(", ");
      return { ok: false, code: "uom_mismatch", detail: `${item.sku} is counted in ${units}, not ${line.uom}`, path: `lines.${index}.uom` };
    }
    const base = toBase(item, line.quantity, uom);
    if (base === null)
      return {
        ok: false,
        code: "quantity_invalid",
        detail: `${line.quantity} is not a positive quantity`,
        path: `lines.${index}.quantity`,
      };
    lines.push({
      line: index + 1,
      sku: item.sku,
      cn8: item.cn8,
      quantity: line.quantity,
      uom,
      baseQuantity: exact(base),
      baseUom: item.baseUom,
      netKg: roundDecimal(multiply(base, decimal(item.netKgPerBase)), 3),
      statisticalValueEur: roundDecimal(multiply(base, decimal(item.unitValueEur)), 2),
      origin: item.origin,
      licence: null,
    });
  }
  return { ok: true, lines };
}

/** Base quantities by sku. */
export function totals(lines: readonly { sku: string; baseQuantity: string }[]): Map<string, Rational> {
  const sums = new Map<string, Rational>();
  for (const line of lines) {
    const known = sums.get(line.sku);
    const value = decimal(line.baseQuantity);
    sums.set(line.sku, known ? add(known, value) : value);
  }
  return sums;
}

export interface QuantityDifference {
  sku: string;
  declared: string;
  shipped: string;
}

/** Skus whose declared base quantity differs from the shipped one. */
export function quantityDifferences(
  declared: readonly { sku: string; baseQuantity: string }[],
  shipped: readonly { sku: string; baseQuantity: string }[],
): QuantityDifference[] {
  const zero = decimal("0");
  const left = totals(declared);
  const right = totals(shipped);
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((sku) => {
    const a = left.get(sku) ?? zero;
    const b = right.get(sku) ?? zero;
    return compare(a, b) === 0 ? [] : [{ sku, declared: exact(a), shipped: exact(b) }];
  });
}
