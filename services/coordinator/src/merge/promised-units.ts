import type { Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals, subtractDecimals, sumDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import type { OpenPlanUse } from "./merge-input.ts";

/** Units (base unit) that a proposal takes from one stock record. */
export interface UnitUse {
  proposal: Proposal;
  record: string;
  quantity: string;
}

/** The units a proposal wants, read from its bound guards: `atLeast.available` of a stock record. */
export function unitUsesOf(proposals: readonly Proposal[]): UnitUse[] {
  const uses: UnitUse[] = [];
  for (const proposal of proposals) {
    for (const guard of proposal.guards) {
      const quantity = guard.kind === "bound" ? asDecimal(guard.atLeast.available) : null;
      if (quantity !== null) uses.push({ proposal, record: guard.record, quantity });
    }
  }
  return uses;
}

const stockOf = (proposal: Proposal, record: string): Snapshot | undefined =>
  proposal.evidence.find((item) => item.snapshot?.id === record)?.snapshot;

/**
 * Sums the units wanted per stock record over all proposals and all open plans; more than is available means the same units
 * are promised twice. The later plan carries the conflict, naming the earlier one.
 */
export function findUnitsPromisedTwice(proposals: readonly Proposal[], openPlans: readonly OpenPlanUse[]): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  const byRecord = new Map<string, UnitUse[]>();
  for (const use of unitUsesOf(proposals)) byRecord.set(use.record, [...(byRecord.get(use.record) ?? []), use]);
  for (const [record, uses] of byRecord) {
    const snapshot = uses.map((use) => stockOf(use.proposal, record)).find((found) => found !== undefined);
    const available = asDecimal(snapshot?.fields.available);
    if (!snapshot || available === null) continue;
    const others = openPlans.filter((use) => use.record === record);
    const mine = sumDecimals(uses.map((use) => use.quantity));
    const theirs = sumDecimals(others.map((use) => use.quantity));
    // A single proposal that wants more than there is gets `insufficient_available` from its own dry run.
    if (uses.length + others.length < 2 || compareDecimals(sumDecimals([mine, theirs]), available) <= 0) continue;
    const requests = [...new Set(others.map((use) => use.requestId))];
    const free = subtractDecimals(available, theirs);
    const detail = `${mine} of ${record} are wanted here and ${theirs} by ${requests.join(", ") || "another step"}; ${available} are available`;
    conflicts.push(
      draftConflict(
        "same_units_promised_twice",
        uses.map((use) => use.proposal),
        detail,
        [`${record}@${snapshot.version}`],
        {
          available,
          wanted: mine,
          promised: theirs,
          free,
          requests,
          unit: String(snapshot.fields.unit ?? snapshot.fields.uom ?? ""),
        },
      ),
    );
  }
  return conflicts;
}
