import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import type { DerivedNeeds } from "./derived-needs.ts";
import { draftAtCrossing, papersFollow, quantityChanges } from "./derived-papers.ts";
import { merged, NOTHING, refOf, unlessFailed } from "./derived-parts.ts";
import type { UnitsByParent } from "./derived-units.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { objectsOf, textOf } from "./fields.ts";
import type { MergeInput } from "./merge-input.ts";
import { papersOf, shipmentBefore } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Other lines: units are set aside or given back, and the papers say what is shipped. */
export function needsOfLines(
  input: MergeInput,
  index: SnapshotIndex,
  proposals: readonly Proposal[],
  units: UnitsByParent,
  parent: Proposal,
): DerivedNeeds {
  const before = shipmentBefore(parent);
  const after = parent.planned[0]?.snapshot;
  if (!before || !after) return NOTHING;
  return merged([units.get(parent) ?? NOTHING, papersFollow(input, index, parent, proposals, (papers) => quantityChanges(papers, after))]);
}

/** Another destination: the papers name another country, and goods that leave the customs territory by it get some. */
export function needsOfRoute(input: MergeInput, index: SnapshotIndex, proposals: readonly Proposal[], parent: Proposal): DerivedNeeds {
  const after = parent.planned[0]?.snapshot;
  const country = after ? textOf(after, "destinationCountry") : null;
  if (country === null) return NOTHING;
  const named = papersFollow(input, index, parent, proposals, (papers) =>
    textOf(papers, "destinationCountry") === country
      ? []
      : [{ field: "destinationCountry", from: textOf(papers, "destinationCountry") ?? "", to: country }],
  );
  return merged([named, draftAtCrossing(input, index, parent, proposals)]);
}

const VOIDED = new Set(["accepted", "released", "arrived_at_exit"]);

/** Stop first: loaded goods would be gone before people have decided. What is not loaded yet is stopped by nobody's wish. */
function holdFirst(proposals: readonly Proposal[], parent: Proposal, before: JsonObject): DerivedNeeds {
  const shipmentId = String(parent.args.shipmentId);
  const held =
    objectsOf(before.holds).some((hold) => hold.state === "active") ||
    proposals.some((other) => other.tool === "place_hold" && other.args.shipmentId === shipmentId);
  if (held || before.state !== "loaded") return NOTHING;
  const args: JsonObject = { shipmentId, type: "customer", reason: textOf(parent.args, "reason") ?? "cancellation asked for" };
  return { needs: [{ agent: "transit", tool: "place_hold", args, ref: refOf("hold", parent) }], conflicts: [] };
}

/** A cancellation stops the goods, gives their units back and voids their papers. */
export function needsOfCancelling(
  input: MergeInput,
  index: SnapshotIndex,
  proposals: readonly Proposal[],
  units: UnitsByParent,
  parent: Proposal,
): DerivedNeeds {
  const before = shipmentBefore(parent);
  if (!before) return NOTHING;
  const papers = papersOf(index, String(parent.args.shipmentId));
  const declarationId = papers ? textOf(papers, "declarationId") : null;
  const parts = [holdFirst(proposals, parent, before), units.get(parent) ?? NOTHING];
  const voided = proposals.some((other) => other.tool === "invalidate_declaration" && other.args.declarationId === declarationId);
  if (papers && declarationId !== null && VOIDED.has(String(papers.state)) && !voided) {
    const args: JsonObject = { declarationId, reason: "goods will not leave" };
    const need: Action = { agent: "export", tool: "invalidate_declaration", args, ref: refOf("void", parent), after: [parent.ref] };
    parts.push(unlessFailed(input, need, parent, (other) => other.declarationId === declarationId));
  }
  return merged(parts);
}

/** In exact mode: what a change leaves inconsistent, as conflicts instead of calls. */
export function inconsistencies(needs: DerivedNeeds, parent: Proposal): DraftConflict[] {
  const codes: Record<string, [string, string]> = {
    reserve_stock: ["transport_without_stock", "no units are set aside for what is added"],
    draft_declaration: ["declared_qty_ne_shipped_qty", "the draft does not say what is shipped"],
    amend_declaration: ["declaration_needs_amendment", "no amendment goes with this change"],
  };
  return needs.needs.flatMap((need) => {
    // Goods that leave without any papers are reported where papers are looked at.
    const known = need.tool === "draft_declaration" && need.args.declarationId === undefined ? undefined : codes[need.tool];
    return known ? [draftConflict(known[0], [parent], known[1])] : [];
  });
}
