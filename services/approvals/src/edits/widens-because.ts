import type { ChangeRow, Preview } from "@quartermaster/shared/contracts";
import { compare, parseDecimal, type Rational, ZERO } from "@quartermaster/shared/quantity";

const numberIn = (row: ChangeRow | undefined): Rational | null => (typeof row?.value === "string" ? parseDecimal(row.value) : null);

/** True when a value lies between two others, whichever of them is the larger. */
const isBetween = (value: Rational, a: Rational, b: Rational): boolean =>
  compare(a, b) <= 0 ? compare(a, value) <= 0 && compare(value, b) <= 0 : compare(b, value) <= 0 && compare(value, a) <= 0;

/**
 * Why an edit would change more than the card does, or null: every number of its preview has to lie between what is there now and
 * what the card's preview leads to, and nothing may change that the card leaves alone.
 */
export function widensBecause(card: Pick<Preview, "after">, edited: Pick<Preview, "before" | "after">): string | null {
  const goal = new Map(card.after.map((row) => [row.path, row]));
  const now = new Map(edited.before.map((row) => [row.path, row]));
  for (const row of edited.after) {
    const [from, to] = [now.get(row.path), goal.get(row.path)];
    if (from !== undefined && from.value === row.value) continue;
    const value = numberIn(row);
    if (value === null || to === undefined) continue;
    const limit = numberIn(to);
    if (limit !== null && !isBetween(value, numberIn(from) ?? ZERO, limit))
      return `${row.label} of ${row.record} would become ${row.value}, beyond ${to.value}`;
  }
  return null;
}
