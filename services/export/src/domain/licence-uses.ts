import { add, decimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import type { DeclarationLine } from "./declaration.ts";
import type { Item } from "./item.ts";
import { inLicenceUnit, type Licence } from "./licence.ts";
import { exact } from "./units.ts";

/** What a licence is charged, in its own unit; a negative amount gives back. */
export interface LicenceCharge {
  licence: string;
  amount: string;
}

type Charged = Pick<DeclarationLine, "sku" | "baseQuantity" | "licence">;

const amountsOf = (lines: readonly Charged[], items: readonly Item[], licences: readonly Licence[]): Map<string, Rational> => {
  const sums = new Map<string, Rational>();
  for (const line of lines) {
    const licence = licences.find((candidate) => candidate.id === line.licence);
    const item = items.find((candidate) => candidate.sku === line.sku);
    const amount = licence && item ? inLicenceUnit(licence, item, decimal(line.baseQuantity)) : null;
    if (licence && licence.quantity !== null && amount !== null) sums.set(licence.id, add(sums.get(licence.id) ?? ZERO, amount));
  }
  return sums;
};

/**
 * What the lines charge to licences with a limited quantity, by licence in id order; with `before`, only what comes on top of it.
 * Every way of counting is the lodging's own, so that what was committed is used or freed exactly.
 */
export function licenceCharges(
  lines: readonly Charged[],
  items: readonly Item[],
  licences: readonly Licence[],
  before: readonly Charged[] = [],
): LicenceCharge[] {
  const now = amountsOf(lines, items, licences);
  const then = amountsOf(before, items, licences);
  return [...new Set([...now.keys(), ...then.keys()])]
    .sort()
    .map((licence) => ({ licence, amount: subtract(now.get(licence) ?? ZERO, then.get(licence) ?? ZERO) }))
    .filter(({ amount }) => amount.numerator !== 0n)
    .map(({ licence, amount }) => ({ licence, amount: exact(amount) }));
}
