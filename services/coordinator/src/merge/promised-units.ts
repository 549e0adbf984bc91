import type { Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals, subtractDecimals, sumDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import type { OpenPlanUse } from "./merge-input.ts";

/** What steps share of one record: units of a stock row, kilograms of a service. */
const MEASURES = [
  { name: "available", code: "same_units_promised_twice" },
  { name: "capacityLeftKg", code: "capacity_exceeded" },
] as const;
type Measure = (typeof MEASURES)[number];

/** How much a proposal takes of one record: base units of a stock row, or kilograms of a service. */
export interface UnitUse {
  proposal: Proposal;
  record: string;
  quantity: string;
  measure: Measure;
}

/** What the proposals take, read from their bound guards. */
export function usesOf(proposals: readonly Proposal[]): UnitUse[] {
  const uses: UnitUse[] = [];
  for (const proposal of proposals) {
    for (const guard of proposal.guards) {
      if (guard.kind !== "bound") continue;
      for (const measure of MEASURES) {
        const quantity = asDecimal(guard.atLeast[measure.name]);
        if (quantity !== null) uses.push({ proposal, record: guard.record, quantity, measure });
      }
    }
  }
  return uses;
}

/** Units of stock only. */
export const unitUsesOf = (proposals: readonly Proposal[]): UnitUse[] =>
  usesOf(proposals).filter((use) => use.measure.name === "available");

/** The record as the proposal's own dry run read it. */
export const stockOf = (proposal: Proposal, record: string): Snapshot | undefined =>
  proposal.evidence.find((item) => item.snapshot?.id === record)?.snapshot;

/**
 * Sums what is wanted of each record over all proposals and all open plans; more than is there means the same units, or the same
 * space, are promised twice. The later plan carries the conflict, naming the earlier one.
 */
export function findPromisedTwice(proposals: readonly Proposal[], openPlans: readonly OpenPlanUse[]): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  const byRecord = new Map<string, UnitUse[]>();
  for (const use of usesOf(proposals)) byRecord.set(use.record, [...(byRecord.get(use.record) ?? []), use]);
  for (const [record, uses] of byRecord) {
    const measure = uses[0]?.measure ?? MEASURES[0];
    const snapshot = uses.map((use) => stockOf(use.proposal, record)).find((found) => found !== undefined);
    const available = asDecimal(snapshot?.fields[measure.name]);
    if (!snapshot || available === null) continue;
    const others = openPlans.filter((use) => use.record === record);
    const mine = sumDecimals(uses.map((use) => use.quantity));
    const theirs = sumDecimals(others.map((use) => use.quantity));
    // A single proposal that wants more than there is gets its conflict from its own dry run.
    if (uses.length + others.length < 2 || compareDecimals(sumDecimals([mine, theirs]), available) <= 0) continue;
    const requests = [...new Set(others.map((use) => use.requestId))].sort();
    const free = subtractDecimals(available, theirs);
    const detail = `${mine} of ${record} are wanted here and ${theirs} by ${requests.join(", ") || "another step"}; ${available} are available`;
    conflicts.push(
      draftConflict(
        measure.code,
        uses.map((use) => use.proposal),
        detail,
        [`${record}@${snapshot.version}`],
        {
          available,
          wanted: mine,
          promised: theirs,
          free,
          requests,
          unit: measure.name === "available" ? String(snapshot.fields.unit ?? snapshot.fields.uom ?? "") : "KGM",
        },
      ),
    );
  }
  return conflicts;
}
