/** One of our own locations. */
export interface Location {
  id: string;
  name: string;
  unlocode: string;
  country: string;
  customsTerritory: string;
  dgClasses: string[];
  cold: boolean;
  state: string;
  version: number;
}

/** Where a shipment starts or ends: an own location, or any other UN/LOCODE. */
export interface Place {
  /** Location id, or the UN/LOCODE when the place is not ours. */
  id: string;
  unlocode: string;
  country: string;
  territory: string;
  own: Location | null;
}

const EU_MEMBERS = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** Customs territory of a country: one for the whole union, else the country itself. */
export const territoryOf = (country: string): string => (EU_MEMBERS.has(country) ? "EU" : country);

export const isUnlocode = (text: string): boolean => /^[A-Z]{2}[A-Z2-9]{3}$/.test(text);

export const ownPlace = (location: Location): Place => ({
  id: location.id,
  unlocode: location.unlocode,
  country: location.country,
  territory: location.customsTerritory,
  own: location,
});

export const foreignPlace = (unlocode: string): Place => {
  const country = unlocode.slice(0, 2);
  return { id: unlocode, unlocode, country, territory: territoryOf(country), own: null };
};
