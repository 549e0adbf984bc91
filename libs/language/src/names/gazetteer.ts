import { fold } from "../text/fold.ts";
import { PLACES } from "./places-table.ts";

/** A city or port of the world as its names are known in the five languages. */
export interface KnownPlace {
  unlocode: string;
  /** English name. */
  name: string;
}

const BY_NAME = new Map<string, KnownPlace>();
const BY_CODE = new Map<string, KnownPlace>();
for (const row of PLACES) {
  const unlocode = row.slice(0, 5);
  const names = row.slice(6).split("|");
  const place = { unlocode, name: names[0] ?? unlocode };
  BY_CODE.set(unlocode, place);
  for (const name of names) BY_NAME.set(fold(name), place);
}

/** The place behind a name in any of the five languages, or behind a UN/LOCODE. */
export function knownPlace(name: string): KnownPlace | undefined {
  return BY_NAME.get(fold(name).trim()) ?? BY_CODE.get(name.trim().toUpperCase());
}

/** The only known place whose UN/LOCODE ends in these three capitals, as in "GDN -> HAM". */
export function placeOfShortCode(code: string): KnownPlace | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  const found = [...BY_CODE].filter(([unlocode]) => unlocode.endsWith(code));
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/** Every folded name, longest first. */
export const PLACE_NAMES: readonly string[] = [...BY_NAME.keys()].sort((a, b) => b.length - a.length);
