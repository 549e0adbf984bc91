import { compare, decimal, divide, formatDecimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";

export interface Licence {
  id: string;
  kind: "general" | "global" | "individual";
  /** Skus, or "*annex_i" for every listed item. */
  items: string[];
  destinations: string[];
  consignee: string | null;
  quantity: string | null;
  used: string | null;
  committed: string | null;
  uom: string | null;
  validFrom: string | null;
  validTo: string;
  state: string;
  remark: string;
  version: number;
}

export const coversItem = (licence: Licence, item: Item): boolean =>
  licence.items.includes(item.sku) || (item.dualUse !== null && licence.items.includes("*annex_i"));

/** What is neither used nor committed, in the licence's unit; null when the licence has no limit. */
export function remaining(licence: Licence): Rational | null {
  if (licence.quantity === null) return null;
  return subtract(subtract(decimal(licence.quantity), decimal(licence.used ?? "0")), decimal(licence.committed ?? "0"));
}

/** Base units of an item in the licence's unit, or null when the licence counts in a unit that the item does not have. */
export function inLicenceUnit(licence: Licence, item: Item, base: Rational): Rational | null {
  if (licence.uom === null || licence.uom === item.baseUom) return base;
  const factor = item.conversions[licence.uom];
  return factor === undefined ? null : divide(base, decimal(factor));
}

/** First reason why a licence does not cover a need, as a conflict code; null when it does. */
export function licenceGap(
  licence: Licence,
  item: Item,
  need: Rational | null,
  consignee: string | null,
  on: string,
): { code: string; detail: string } | null {
  const day = on.slice(0, 10);
  if (licence.consignee !== null && consignee !== null && licence.consignee !== consignee) {
    return { code: "licence_consignee_mismatch", detail: `${licence.id} is bound to ${licence.consignee}` };
  }
  if (licence.state === "expired" || licence.validTo < day)
    return { code: "licence_expired", detail: `${licence.id} expired on ${licence.validTo}` };
  if (licence.validFrom !== null && licence.validFrom > day)
    return { code: "licence_missing", detail: `${licence.id} is valid from ${licence.validFrom} only` };
  if (licence.state === "suspended") return { code: "licence_missing", detail: `${licence.id} is suspended` };
  const left = remaining(licence);
  if (licence.state === "exhausted" || (left !== null && compare(left, ZERO) <= 0)) {
    return {
      code: "licence_exhausted",
      detail: `${licence.id} is fully used or committed (${licence.used} used, ${licence.committed} committed of ${licence.quantity})`,
    };
  }
  const wanted = need === null ? null : inLicenceUnit(licence, item, need);
  if (need !== null && wanted === null)
    return { code: "uom_mismatch", detail: `${licence.id} counts in ${licence.uom}, ${item.sku} does not` };
  if (left !== null && wanted !== null && compare(wanted, left) > 0) {
    return {
      code: "licence_quantity_exceeded",
      detail: `${licence.id} has ${formatDecimal(left)} ${licence.uom} left, ${formatDecimal(wanted)} are needed`,
    };
  }
  return null;
}
