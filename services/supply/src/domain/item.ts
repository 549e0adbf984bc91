/** Master data of a sku. */
export interface Item {
  sku: string;
  name: string;
  baseUom: string;
  /** Decimals that a quantity in base units may have. */
  scale: number;
  /** Unit → base units, as decimal text. */
  conversions: Record<string, string>;
  tracking: "none" | "lot" | "serial";
  unitValueEur: string;
  netKgPerBase: string;
  dgUn: string | null;
  dgClass: string | null;
  /** Entry of the dual-use list, or null. */
  dualUse: string | null;
  minRemainingLifeDays: number;
  temperature: string | null;
  origin: string | null;
  cn8: string | null;
  /** Free text; never trusted. */
  note?: string;
  version: number;
}
