import { decimal, formatDecimal, multiply, parseDecimal, type Rational } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";

/** Words that people write for unit codes, in the five languages; the code itself always works. */
const WORDS: Record<string, string> = {
  PCE: "pc pcs piece pieces unit units each ea stück stueck stk pièce pièces piece(s) pieza piezas unidad unidades ud uds stuk stuks",
  SET: "set sets satz sätze jeu jeux juego juegos",
  KIT: "kit kits",
  PR: "pair pairs paar paare paire paires par pares paren",
  CAN: "can cans dose dosen bidon bidons lata latas blik blikken",
  BTL: "bottle bottles flasche flaschen bouteille bouteilles botella botellas fles flessen",
  LTR: "l liter liters litre litres litro litros",
  KGM: "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos",
  MTR: "m metre metres meter meters mètre mètres metro metros",
  BOX: "box boxes karton kartons boîte boîtes caja cajas doos dozen",
  CTN: "carton cartons",
  DRM: "drum drums fass fässer fût fûts bidón bidones vat vaten trommel trommeln",
  IBC: "ibc ibcs",
  PAL: "pallet pallets palette paletten palettes palé palés",
  BAG: "bag bags sack säcke sac sacs saco sacos zak zakken",
  ROL: "roll rolls rolle rollen rouleau rouleaux rollo rollos rol",
  BDL: "bundle bundles bündel botte bottes haz haces bundel bundels",
};
const CODE_OF = new Map(Object.entries(WORDS).flatMap(([code, words]) => words.split(" ").map((word) => [word, code] as const)));

/** Plain words for a unit code, for cards. */
const LABELS: Record<string, string> = {
  PCE: "pieces",
  SET: "sets",
  KIT: "kits",
  PR: "pairs",
  CAN: "cans",
  BTL: "bottles",
  LTR: "litres",
  KGM: "kilograms",
  MTR: "metres",
  BOX: "boxes",
  CTN: "cartons",
  DRM: "drums",
  IBC: "IBC",
  PAL: "pallets",
  BAG: "bags",
  ROL: "rolls",
  BDL: "bundles",
};
export const unitLabel = (code: string): string | null => LABELS[code] ?? null;

/** Unit codes of an item, the base unit first. */
const unitsOf = (item: Item): string[] => [item.baseUom, ...Object.keys(item.conversions)];

/** Unit code of the item behind a code or a word, or null when the item has no such unit. */
export function unitCode(item: Item, text: string): string | null {
  const wanted = [text.trim().toUpperCase(), CODE_OF.get(text.trim().toLowerCase())];
  return unitsOf(item).find((code) => wanted.includes(code)) ?? null;
}

/** Decimal text of an exact value. @throws RangeError when it needs more than nine decimals, which stored quantities never do. */
export function exact(value: Rational): string {
  const text = formatDecimal(value, 9);
  if (text === null) throw new RangeError("a quantity is not exact");
  return text;
}

export type Converted = { ok: true; base: string; uom: string } | { ok: false; path: "quantity" | "uom"; detail: string };

/** Converts a quantity to base units; a unit that the item does not have, or a result that its scale cannot hold, is an error and never rounded. */
export function toBase(item: Item, quantity: string, uom: string): Converted {
  const code = unitCode(item, uom);
  if (code === null) return { ok: false, path: "uom", detail: `${item.sku} has no unit ${uom}; it has ${unitsOf(item).join(", ")}` };
  const amount = parseDecimal(quantity);
  if (amount === null || amount.numerator <= 0n) return { ok: false, path: "quantity", detail: "the quantity must be above zero" };
  const factor = item.conversions[code];
  const base = formatDecimal(code === item.baseUom || factor === undefined ? amount : multiply(amount, decimal(factor)), item.scale);
  if (base === null) {
    const decimals = item.scale === 0 ? "whole numbers" : `at most ${item.scale} decimals`;
    return { ok: false, path: "quantity", detail: `${quantity} ${code} of ${item.sku} is not exact in ${item.baseUom} (${decimals})` };
  }
  return { ok: true, base, uom: code };
}
