const EU_MEMBERS = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** Customs territory of a country: one for the whole union, else the country itself. */
export const territoryOf = (country: string): string => (EU_MEMBERS.has(country) ? "EU" : country);

export const REGIMES = ["EU-AES", "UK-CDS", "US-EEI"] as const;
export type Regime = (typeof REGIMES)[number];

const REGIME_OF: Record<string, Regime> = { EU: "EU-AES", GB: "UK-CDS", US: "US-EEI" };

/** The export regime of the territory that the goods leave, or undefined when we file none there. */
export const regimeOf = (territory: string): Regime | undefined => REGIME_OF[territory];
