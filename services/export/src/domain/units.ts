import { decimal, formatDecimal, multiply, parseDecimal, type Rational } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";

/** Words for unit codes that people and models write; the code itself always works. */
const ALIASES: Record<string, string> = {
  pc: "PCE", pcs: "PCE", piece: "PCE", pieces: "PCE", unit: "PCE", units: "PCE", stück: "PCE", stueck: "PCE", pièce: "PCE", pièces: "PCE",
  pieza: "PCE", piezas: "PCE", stuk: "PCE", stuks: "PCE", l: "LTR", litre: "LTR", liter: "LTR", litres: "LTR", liters: "LTR", kg: "KGM", kilo: "KGM", kilos: "KGM",
  m: "MTR", metre: "MTR", metres: "MTR", meter: "MTR", meters: "MTR", can: "CAN", cans: "CAN", kit: "KIT", kits: "KIT", box: "BOX", boxes: "BOX",
  drum: "DRM", drums: "DRM", pallet: "PAL", pallets: "PAL", set: "SET", sets: "SET", pair: "PR", pairs: "PR", bottle: "BTL", bottles: "BTL",
};

/** Unit code of the item behind a code or alias, or null when the item has no such unit. */
export function unitCode(item: Item, text: string): string | null {
  const wanted = [text.toUpperCase(), ALIASES[text.toLowerCase()]];
  return [item.baseUom, ...Object.keys(item.conversions)].find((code) => wanted.includes(code)) ?? null;
}

/** Base units of a quantity, exact, or null when the unit is unknown or the quantity is not positive. */
export function toBase(item: Item, quantity: string, uom: string): Rational | null {
  const amount = parseDecimal(quantity);
  if (amount === null || amount.numerator <= 0n) return null;
  if (uom === item.baseUom) return amount;
  const factor = item.conversions[uom];
  return factor === undefined ? null : multiply(amount, decimal(factor));
}

/** Decimal text of a value that the schema guarantees to be exact. */
export const exact = (value: Rational): string => formatDecimal(value, 9) ?? "0";
