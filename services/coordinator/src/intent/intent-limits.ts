import { earliestDays, impossibleDates, type Reading } from "@quartermaster/language";
import type { Intent } from "@quartermaster/shared/contracts";

const DECIMAL = /^(0|[1-9]\d{0,17})(\.\d{1,9})?$/;

export interface Limits {
  limits: Intent["limits"];
  /** Code and amount of the first one that cannot be meant, or null. */
  problem: { code: "quantity_not_positive" | "quantity_out_of_range" | "date_impossible"; text: string } | null;
}

/** Amounts and days that occur in the turn. A unit with several readings stays open. */
export function intentLimits(reading: Reading): Limits {
  const quantities: Intent["limits"]["quantities"] = [];
  let problem: Limits["problem"] = null;
  for (const { quantity, units, text } of reading.quantities) {
    if (quantity.startsWith("-") || /^0(\.0*)?$/.test(quantity)) problem ??= { code: "quantity_not_positive", text };
    else if (!DECIMAL.test(quantity) || quantity.replace(/\..*$/, "").length > 12) problem ??= { code: "quantity_out_of_range", text };
    else quantities.push({ quantity, uom: units.length === 1 ? (units[0] ?? null) : null });
  }
  const [noDay] = impossibleDates(reading);
  if (noDay !== undefined) problem ??= { code: "date_impossible", text: noDay };
  // "By 14 Dec, not before 11 Dec": nothing may be due on the 11th.
  const early = earliestDays(reading.own, reading.dates);
  const dates = [...new Set(reading.dates.filter((named) => !early.includes(named)).map((named) => named.date))];
  return { limits: { quantities: quantities.slice(0, 30), dates: dates.slice(0, 20) }, problem };
}
