import type { Json } from "../api/types.ts";
import type { PolicyRow } from "./row-people.ts";

/** A reason of a policy row with the amounts from which it holds, as names of thresholds. */
export interface PolicyLine {
  why: string;
  thresholds: string[];
}

/** Names of the thresholds that a condition compares a day's sum with. */
function thresholdsIn(when: Json | undefined): string[] {
  if (typeof when !== "object" || when === null) return [];
  if (Array.isArray(when)) return when.flatMap(thresholdsIn);
  return Object.entries(when).flatMap(([key, value]) =>
    key === "sumAtLeast" && typeof value === "string" ? [value] : thresholdsIn(value),
  );
}

/** Why a row asks for people, each reason once with the amounts that it depends on. */
export function rowLines(row: PolicyRow): PolicyLine[] {
  const lines = new Map<string, Set<string>>();
  for (const { why, when } of [{ why: row.why, when: undefined }, ...(row.first ?? []), ...row.second]) {
    if (why === "") continue;
    const known = lines.get(why) ?? new Set();
    for (const name of thresholdsIn(when)) known.add(name);
    lines.set(why, known);
  }
  return [...lines].map(([why, thresholds]) => ({ why, thresholds: [...thresholds] }));
}
