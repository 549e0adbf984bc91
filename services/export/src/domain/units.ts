import { decimal, formatDecimal, multiply, parseDecimal, type Rational } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";

/** Words for unit codes that people and models write; the code itself always works. */
const WORDS: Record<string, string> = {
  PCE: "pc pcs piece pieces unit units stück stueck pièce pièces pieza piezas stuk stuks",
  LTR: "l liter litre liters litres litro litros",
  KGM: "kg kilo kilos",
  MTR: "m meter metre meters metres",
  CAN: "can cans dose dosen",
  KIT: "kit kits",
  BOX: "box boxes karton kartons",
  DRM: "drum drums fass fässer vat vaten",
  PAL: "pallet pallets",
  SET: "set sets",
  PR: "pair pairs",
  BTL: "bottle bottles",
};

const means = (code: string, text: string): boolean =>
  code === text.toUpperCase() || (WORDS[code] ?? "").split(" ").includes(text.toLowerCase());

/** Unit code of the item behind a code or alias, or null when the item has no such unit. */
export function unitCode(item: Item, text: string): string | null {
  return [item.baseUom, ...Object.keys(item.conversions)].find((code) => means(code, text)) ?? null;
}

/** Base units of a quantity, exact, or null when the unit is unknown, the quantity is not positive, or nine decimals cannot hold it. */
export function toBase(item: Item, quantity: string, uom: string): Rational | null {
  const amount = parseDecimal(quantity);
  if (amount === null || amount.numerator <= 0n) return null;
  if (uom === item.baseUom) return amount;
  const factor = item.conversions[uom];
  const base = factor === undefined ? null : multiply(amount, decimal(factor));
  return base === null || formatDecimal(base, 9) === null ? null : base;
}

/** Decimal text of a value that the schema guarantees to be exact. */
export const exact = (value: Rational): string => formatDecimal(value, 9) ?? "0";
