/** Master data of a sku as export control needs it. */
export interface Item {
  sku: string;
  name: string;
  baseUom: string;
  /** Unit → base units, as decimal text. */
  conversions: Record<string, string>;
  unitValueEur: string;
  netKgPerBase: string;
  hs6: string;
  cn8: string;
  origin: string | null;
  dgUn: string | null;
  dgClass: string | null;
  dgPackingGroup: string | null;
  dgShippingName: string | null;
  /** Entry of the EU dual-use list, or null. */
  dualUse: string | null;
  eccn: string | null;
  /** Countries that this very item must not go to. */
  restrictions: string[];
  version: number;
}

/** A short or foreign code is refused, never padded: padding would declare other goods. */
export const hasFullCode = (item: Pick<Item, "cn8" | "hs6">): boolean => /^\d{8}$/.test(item.cn8) && item.cn8.startsWith(item.hs6);
