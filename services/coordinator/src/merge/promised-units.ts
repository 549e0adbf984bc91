import type { Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals, subtractDecimals, sumDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import type { OpenPlanUse } from "./merge-input.ts";
import { type RoomMade, takenOfRoom } from "./room-made.ts";
import { MEASURES, stockOf, type UnitUse, usesOf } from "./unit-uses.ts";

/**
 * Sums what is wanted of each record over all proposals and all open plans; more than is there means the same units, or the same
 * space, are promised twice. The later plan carries the conflict, naming the earlier one. What the plan itself gives back first is there.
 */
export function findPromisedTwice(
  proposals: readonly Proposal[],
  openPlans: readonly OpenPlanUse[],
  room: readonly RoomMade[] = [],
): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  const byRecord = new Map<string, UnitUse[]>();
  for (const use of usesOf(proposals)) byRecord.set(use.record, [...(byRecord.get(use.record) ?? []), use]);
  for (const [record, uses] of byRecord) {
    const measure = uses[0]?.measure ?? MEASURES[0];
    const snapshot = uses.map((use) => stockOf(use.proposal, record)).find((found) => found !== undefined);
    const known = asDecimal(snapshot?.fields[measure.name]);
    if (!snapshot || known === null) continue;
    const available = sumDecimals([known, takenOfRoom(room, record, uses)]);
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
