import { type NamedPlace, placeOfShortCode } from "@quartermaster/language";

/** What certainly tells which place is meant; three capitals do where goods go from one to another. */
export function keyOfPlace(place: NamedPlace): string | null {
  if (place.unlocode !== null || place.country !== null) return place.unlocode ?? place.country;
  if (/^LOC-/i.test(place.name)) return place.name.toUpperCase();
  return place.role === "from" || place.role === "to" ? (placeOfShortCode(place.name)?.unlocode ?? null) : null;
}
