import type { Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { asDecimal } from "./decimal.ts";

/** What steps share of one record: units of a stock row, kilograms of a service. */
export const MEASURES = [
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
