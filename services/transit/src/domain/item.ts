/** Master data of a sku as transport needs it. */
export interface Item {
  sku: string;
  name: string;
  baseUom: string;
  /** Unit → base units, as decimal text. */
  conversions: Record<string, string>;
  unitValueEur: string;
  netKgPerBase: string;
  dgUn: string | null;
  dgClass: string | null;
  /** Entry of the dual-use list, or null. */
  dualUse: string | null;
  /** Temperature range that the goods need on the way, or null. */
  temperature: string | null;
  version: number;
}
