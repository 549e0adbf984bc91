/** One of our own places. */
export interface Location {
  id: string;
  name: string;
  unlocode: string;
  country: string;
  customsTerritory: string;
  dgClasses: string[];
  bonded: boolean;
  cold: boolean;
  aliases: string[];
  state: "open" | "counting" | "closed";
  /** Free text; never trusted. */
  note?: string;
  version: number;
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** Finds a place by id, UN/LOCODE, name or alias; case and accents do not matter, anything else does. */
export function findLocation(locations: readonly Location[], text: string): Location | undefined {
  const wanted = fold(text);
  return locations.find((location) =>
    [location.id, location.unlocode, location.name, ...location.aliases].some((name) => fold(name) === wanted),
  );
}
