import type { Item } from "./item.ts";

/**
 * Classes that may not share one container, from the general segregation table of the IMDG Code (7.2.4): every pair with an entry
 * from 1 (away from) to 4. Substances may have stricter entries of their own; a dangerous goods adviser confirms a load.
 */
const APART: Readonly<Record<string, readonly string[]>> = {
  "2.1": ["3", "4.1", "4.2", "5.1", "5.2", "6.2", "7", "8"],
  "2.2": ["3", "4.2", "5.2", "6.2", "7"],
  "2.3": ["3", "4.2", "5.2", "6.2", "7"],
  "3": ["4.2", "4.3", "5.1", "5.2", "6.2", "7"],
  "4.1": ["4.2", "5.1", "5.2", "6.2", "7", "8"],
  "4.2": ["4.3", "5.1", "5.2", "6.1", "6.2", "7", "8"],
  "4.3": ["5.1", "5.2", "6.2", "7", "8"],
  "5.1": ["5.2", "6.1", "6.2", "7", "8"],
  "5.2": ["6.1", "6.2", "7", "8"],
  "6.1": ["6.2"],
  "6.2": ["7", "8"],
  "7": ["8"],
};

const mayShare = (a: string, b: string): boolean => !(APART[a]?.includes(b) || APART[b]?.includes(a));

/** Pairs of items that may not travel in one container, each named once. */
export function apartFrom(items: readonly Item[]): { first: Item; second: Item }[] {
  const dangerous = items.filter((item) => item.dgClass !== null);
  return dangerous.flatMap((first, position) =>
    dangerous
      .slice(position + 1)
      .filter((second) => !mayShare(first.dgClass ?? "", second.dgClass ?? ""))
      .map((second) => ({ first, second })),
  );
}
