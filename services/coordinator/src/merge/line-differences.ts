import type { JsonObject } from "@quartermaster/shared/contracts";
import { add, compare, decimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import { objectsOf, textOf } from "./fields.ts";

export interface LineDifference {
  sku: string;
  lot: string | null;
  unit: string;
  difference: Rational;
}

/** Base units by sku and lot, after less before. */
export function differencesOf(before: JsonObject, after: JsonObject): LineDifference[] {
  const sums = new Map<string, LineDifference>();
  const count = (lines: JsonObject[], sign: 1 | -1) => {
    for (const line of lines) {
      const key = `${String(line.sku)}|${textOf(line, "lot") ?? ""}`;
      const known = sums.get(key) ?? { sku: String(line.sku), lot: textOf(line, "lot"), unit: String(line.baseUom), difference: ZERO };
      const base = decimal(String(line.baseQuantity));
      sums.set(key, { ...known, difference: sign === 1 ? add(known.difference, base) : subtract(known.difference, base) });
    }
  };
  count(objectsOf(after.lines), 1);
  count(objectsOf(before.lines), -1);
  return [...sums.values()]
    .filter(({ difference }) => compare(difference, ZERO) !== 0)
    .sort((a, b) => (`${a.sku}|${a.lot}` < `${b.sku}|${b.lot}` ? -1 : 1));
}
