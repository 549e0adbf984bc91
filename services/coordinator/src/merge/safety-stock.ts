import type { Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals, subtractDecimals, sumDecimals } from "./decimal.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { textOf } from "./fields.ts";
import { type RoomMade, takenOfRoom } from "./room-made.ts";
import { stockOf, unitUsesOf } from "./unit-uses.ts";

interface Taken {
  proposals: Proposal[];
  quantities: string[];
  records: Set<string>;
  available: string;
  safetyStock: string;
  unit: string;
}

/** Units that the steps of this plan take from one place together; only places with a safety stock. */
function takenByPlace(proposals: readonly Proposal[], room: readonly RoomMade[]): Map<string, Taken> {
  const places = new Map<string, Taken>();
  const uses = unitUsesOf(proposals);
  for (const use of uses) {
    const snapshot = stockOf(use.proposal, use.record);
    const available = asDecimal(snapshot?.fields.availableAtPlace);
    const safetyStock = asDecimal(snapshot?.fields.safetyStock);
    if (!snapshot || available === null || safetyStock === null) continue;
    const key = `${textOf(snapshot.fields, "sku")}|${textOf(snapshot.fields, "location")}`;
    const known = places.get(key) ?? {
      proposals: [],
      quantities: [],
      records: new Set(),
      available,
      safetyStock,
      unit: textOf(snapshot.fields, "unit") ?? "",
    };
    known.proposals.push(use.proposal);
    known.quantities.push(use.quantity);
    const record = `${snapshot.id}@${snapshot.version}`;
    if (!known.records.has(record)) known.available = sumDecimals([known.available, takenOfRoom(room, use.record, uses)]);
    known.records.add(record);
    places.set(key, known);
  }
  return places;
}

/** Steps that each leave the safety stock alone and together do not; what one step does by itself its own dry run says. */
export function findSharedSafetyStock(proposals: readonly Proposal[], room: readonly RoomMade[] = []): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  for (const [place, taken] of takenByPlace(proposals, room)) {
    const alone = taken.proposals.filter((proposal) => !proposal.findings.some((finding) => finding.code === "below_safety_stock"));
    const after = subtractDecimals(taken.available, sumDecimals(taken.quantities));
    if (taken.proposals.length < 2 || alone.length === 0 || compareDecimals(after, taken.safetyStock) >= 0) continue;
    const stays = subtractDecimals(taken.available, taken.safetyStock);
    const [sku, location] = place.split("|");
    conflicts.push(
      draftConflict(
        "below_safety_stock",
        alone,
        `together the steps leave ${after} ${taken.unit} of ${sku} available at ${location}, safety stock is ${taken.safetyStock}`,
        [...taken.records].sort(),
        {
          availableAfter: after,
          safetyStock: taken.safetyStock,
          staysSafeUpTo: compareDecimals(stays, "0") > 0 ? stays : "0",
          unit: taken.unit,
        },
      ),
    );
  }
  return conflicts;
}
