import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, divide, formatDecimal, multiply, ZERO } from "@quartermaster/shared/quantity";
import type { DerivedNeeds } from "./derived-needs.ts";
import { NOTHING, refOf, unlessFailed } from "./derived-parts.ts";
import { objectsOf, textOf } from "./fields.ts";
import type { MergeInput } from "./merge-input.ts";
import { leavesWithoutPapers, papersOf } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Line changes of a declaration that make it say what is shipped; net mass and value follow by themselves. */
export function quantityChanges(papers: JsonObject, after: JsonObject): JsonObject[] {
  return objectsOf(papers.lines).flatMap((line) => {
    const shipped = objectsOf(after.lines).filter((other) => other.sku === line.sku);
    const siblings = objectsOf(papers.lines).filter((other) => other.sku === line.sku);
    if (shipped.length === 0 || siblings.length > 1) return [];
    const base = shipped.reduce((sum, other) => add(sum, decimal(String(other.baseQuantity))), ZERO);
    const factor = divide(decimal(String(line.quantity)), decimal(String(line.baseQuantity)));
    const to = formatDecimal(multiply(base, factor));
    return to === null || compare(decimal(to), decimal(String(line.quantity))) === 0
      ? []
      : [{ line: Number(line.line), field: "quantity", from: String(line.quantity), to }];
  });
}

const AMENDED = new Set(["accepted", "released", "arrived_at_exit"]);

/** Papers follow a change of the shipment: a draft is revised, a lodged declaration amended. */
export function papersFollow(
  input: MergeInput,
  index: SnapshotIndex,
  parent: Proposal,
  all: readonly Proposal[],
  changes: (papers: JsonObject) => JsonObject[],
): DerivedNeeds {
  const shipmentId = String(parent.args.shipmentId);
  const papers = papersOf(index, shipmentId);
  const declarationId = papers ? textOf(papers, "declarationId") : null;
  if (!papers || declarationId === null) return NOTHING;
  const done = all.some(
    (other) =>
      (other.tool === "draft_declaration" || other.tool === "amend_declaration") &&
      (other.args.declarationId === declarationId || other.args.shipmentId === shipmentId),
  );
  const wanted = changes(papers);
  if (done || wanted.length === 0) return NOTHING;
  if (papers.state === "draft") {
    const need: Action = {
      agent: "export",
      tool: "draft_declaration",
      args: { shipmentId, declarationId },
      ref: refOf("draft", parent),
      after: [parent.ref],
    };
    return unlessFailed(input, need, parent, (args) => args.declarationId === declarationId);
  }
  if (!AMENDED.has(String(papers.state))) return NOTHING;
  const args: JsonObject = { declarationId, changes: wanted, reason: `${shipmentId} changed` };
  const need: Action = { agent: "export", tool: "amend_declaration", args, ref: refOf("amend", parent), after: [parent.ref] };
  return unlessFailed(input, need, parent, (other) => other.declarationId === declarationId);
}

/** Goods that a change sends out of the customs territory without papers get a draft. */
export function draftAtCrossing(input: MergeInput, index: SnapshotIndex, parent: Proposal, all: readonly Proposal[]): DerivedNeeds {
  const shipmentId = String(parent.args.shipmentId);
  if (!leavesWithoutPapers(parent, index)) return NOTHING;
  if (all.some((other) => other.tool === "draft_declaration" && other.args.shipmentId === shipmentId)) return NOTHING;
  const need: Action = {
    agent: "export",
    tool: "draft_declaration",
    args: { shipmentId },
    ref: refOf("draft", parent),
    after: [parent.ref],
  };
  return unlessFailed(input, need, parent, (args) => args.shipmentId === shipmentId);
}
