import type { Item } from "./item.ts";

export interface CountryPolicy {
  id: string;
  embargoed: boolean;
  /** Sectors that must not be supplied: steel, chemicals, dual_use. */
  sectors: string[];
  eu001: boolean;
  version: number;
}

const inSector = (item: Item, sector: string): boolean => {
  const chapter = Number(item.hs6.slice(0, 2));
  if (sector === "steel") return chapter === 72 || chapter === 73;
  if (sector === "chemicals") return chapter >= 28 && chapter <= 38;
  return sector === "dual_use" && item.dualUse !== null;
};

/** Why goods may not go to a country at all, or null. */
export function embargoReason(item: Item, country: string, policy: CountryPolicy | undefined): string | null {
  if (policy?.embargoed) return `${country} is under embargo`;
  if (item.restrictions.includes(country)) return `${item.sku} must not go to ${country}`;
  const sector = policy?.sectors.find((name) => inSector(item, name));
  return sector === undefined ? null : `${item.sku} falls under the ${sector} restrictions for ${country}`;
}
