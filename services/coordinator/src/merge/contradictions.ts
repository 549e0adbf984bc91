import type { JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { objectsOf, textOf } from "./fields.ts";

const spoken = (tool: string): string => tool.replaceAll("_", " ");
const shipmentIn = (proposal: Proposal): string | null => textOf(proposal.args, "shipmentId");

/** What a step wants of one object, when two different wishes for it cannot both be meant. */
interface Wish {
  object: string;
  wish: string;
}

const lineWishes = (shipmentId: string, changes: readonly JsonObject[]): Wish[] =>
  changes.map((change) => ({
    object: `line ${String(change.sku)} ${String(change.lot ?? "")} of ${shipmentId}`.replace(/ {2,}/g, " "),
    wish: `${String(change.quantity)} ${String(change.uom)}`,
  }));

function wishesOf({ tool, args }: Proposal): Wish[] {
  const stock = `${String(args.sku)} ${String(args.lot ?? "")} at ${String(args.location)}`.replace(/ {2,}/g, " ");
  switch (tool) {
    case "set_stock_status":
      return [{ object: stock, wish: String(args.status) }];
    case "adjust_stock":
      return [{ object: stock, wish: `${String(args.countedQuantity)} ${String(args.uom)}` }];
    case "change_lines":
      return lineWishes(String(args.shipmentId), objectsOf(args.changes));
    case "reschedule_leg":
      return [{ object: `leg ${String(args.legSeq)} of ${String(args.shipmentId)}`, wish: String(args.serviceId ?? args.newEtd) }];
    case "reroute_shipment":
      return [
        { object: `the route of ${String(args.shipmentId)}`, wish: canonicalJson([args.newDestination ?? null, args.serviceIds ?? null]) },
      ];
    case "resolve_screening":
      return [{ object: String(args.screeningId), wish: String(args.decision) }];
    default:
      return [];
  }
}

const ENDED_BY_CANCELLING = new Set(["change_lines", "reroute_shipment", "reschedule_leg", "release_hold"]);
const ENDED_BY_INVALIDATING = new Set(["lodge_declaration", "amend_declaration", "draft_declaration", "file_exit_evidence"]);

/** Why two steps exclude each other, or null. */
function clash(a: Proposal, b: Proposal): string | null {
  const shipment = shipmentIn(a);
  if (shipment !== null && shipment === shipmentIn(b)) {
    if (a.tool === "cancel_shipment" && ENDED_BY_CANCELLING.has(b.tool))
      return `${shipment} shall end and ${spoken(b.tool)}: only one of them can be meant`;
    if (a.tool === "place_hold" && b.tool === "release_hold") return `${shipment} shall be held and freed: only one of them can be meant`;
  }
  const declaration = textOf(a.args, "declarationId");
  if (a.tool === "invalidate_declaration" && declaration === textOf(b.args, "declarationId") && ENDED_BY_INVALIDATING.has(b.tool))
    return `${String(declaration)} shall be void and ${spoken(b.tool)}: only one of them can be meant`;
  if (a.tool !== b.tool) return null;
  for (const wish of wishesOf(a)) {
    const other = wishesOf(b).find((candidate) => candidate.object === wish.object && candidate.wish !== wish.wish);
    if (other) return `${wish.object}: ${[wish.wish, other.wish].sort().join(" and ")} are both wanted`;
  }
  return null;
}

/** Two wishes for one thing that exclude each other: to end and to change it, to hold and to free it, two values for one field. */
export function findContradictions(proposals: readonly Proposal[]): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  proposals.forEach((a, position) => {
    for (const b of proposals.slice(position + 1)) {
      const detail = clash(a, b) ?? clash(b, a);
      if (detail !== null) conflicts.push(draftConflict("contradictory_intent", [a, b], detail));
    }
  });
  return conflicts;
}
