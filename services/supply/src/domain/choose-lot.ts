import { compare, type Rational } from "@quartermaster/shared/quantity";
import { daysBetween } from "./days.ts";
import { availableOf, type StockRow } from "./stock.ts";

const byExpiry = (a: StockRow, b: StockRow): number => {
  if (a.expiry !== b.expiry) return (a.expiry ?? "9999") < (b.expiry ?? "9999") ? -1 : 1;
  return (a.lot ?? "") < (b.lot ?? "") ? -1 : (a.lot ?? "") > (b.lot ?? "") ? 1 : a.id < b.id ? -1 : 1;
};

/** Whether a lot will still have the item's minimum life on a day. */
export function lifeOn(row: StockRow, day: string, minimumDays: number): "good" | "short" | "expired" {
  if (row.expiry === null) return "good";
  const left = daysBetween(day, row.expiry);
  if (left <= 0) return "expired";
  return left < minimumDays ? "short" : "good";
}

export interface LotChoice {
  row: StockRow;
  /** False when another lot expires earlier and was passed over. */
  expiresFirst: boolean;
  pinned: boolean;
}

/**
 * First expired, first out, among available lots that keep the minimum life on the day; tie by lot id; a pinned lot wins.
 * A quantity is taken from one lot: the first that holds all of it, else the fullest, so that a shortage can name what there is.
 */
export function chooseLot(
  rows: readonly StockRow[],
  wanted: Rational,
  lot: string | null,
  day: string,
  minimumDays: number,
): LotChoice | null {
  const candidates = rows.filter((row) => row.status === "available" && (lot === null || row.lot === lot)).sort(byExpiry);
  const stocked = candidates.filter((row) => availableOf(row).numerator > 0n);
  const usable = stocked.filter((row) => lifeOn(row, day, minimumDays) === "good");
  const enough = usable.find((row) => compare(availableOf(row), wanted) >= 0);
  const fullest = [...usable].sort((a, b) => compare(availableOf(b), availableOf(a)))[0];
  const row = (lot !== null ? candidates[0] : undefined) ?? enough ?? fullest ?? stocked[0] ?? candidates[0];
  if (!row) return null;
  return { row, expiresFirst: row.id === (stocked[0] ?? row).id, pinned: lot !== null };
}
