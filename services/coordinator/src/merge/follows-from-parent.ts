import type { Intent, JsonObject, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { formatDecimal } from "@quartermaster/shared/quantity";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { differencesOf } from "./derived-changes.ts";
import { shipmentBefore } from "./shipment-changes.ts";

/** Steps that a derived one may follow from: proposals that stand, and steps of the earlier revision that stay as they are. */
export interface Parents {
  proposals: readonly Proposal[];
  kept: readonly Pick<PlanStep, "tool" | "args">[];
}

interface Goods {
  sku: string;
  quantity: string;
}

const goodsOf = (value: unknown): Goods | null => {
  if (typeof value !== "object" || value === null) return null;
  const { sku, quantity } = value as JsonObject;
  const amount = asDecimal(quantity);
  return typeof sku === "string" && amount !== null ? { sku: sku.toUpperCase(), quantity: amount } : null;
};

const isSame = (a: Goods | null, b: Goods | null): boolean =>
  a !== null && b !== null && a.sku === b.sku && compareDecimals(a.quantity, b.quantity) === 0;

const linesOf = (args: JsonObject): unknown[] => (Array.isArray(args.lines) ? args.lines : []);

const argsOf = (parents: Parents, tool: string): JsonObject[] =>
  [...parents.proposals, ...parents.kept].filter((parent) => parent.tool === tool).map((parent) => parent.args);

/** A reservation sets aside what a booking of the plan takes from the same place. */
function followsBooking(proposal: Proposal, parents: Parents): boolean {
  const wanted = goodsOf(proposal.args);
  return argsOf(parents, "book_shipment").some(
    (booking) => booking.origin === proposal.args.location && linesOf(booking).some((line) => isSame(goodsOf(line), wanted)),
  );
}

/** A shipment that carries more needs more set aside: exactly what its changed lines have on top. */
function followsLineChange(proposal: Proposal, parents: Parents): boolean {
  const wanted = goodsOf(proposal.args);
  return parents.proposals
    .filter((parent) => parent.tool === "change_lines")
    .some((parent) => {
      const [before, after] = [shipmentBefore(parent), parent.planned[0]?.snapshot];
      if (!before || !after || proposal.args.location !== before.origin) return false;
      return differencesOf(before, after).some(
        (line) =>
          proposal.args.uom === line.unit && isSame(wanted, goodsOf({ sku: line.sku, quantity: formatDecimal(line.difference) ?? "0" })),
      );
    });
}

/** A booking moves what its transfer moves. Once that is done the reference is an id, and any kept transfer may be its parent. */
function followsTransfer(proposal: Proposal, parents: Parents): boolean {
  const ref = proposal.args.transferRef;
  const transfers =
    typeof ref === "string" && ref.startsWith("@")
      ? parents.proposals.filter((parent) => parent.tool === "transfer_stock" && parent.ref === ref.slice(1)).map((parent) => parent.args)
      : argsOf(parents, "transfer_stock");
  const lines = linesOf(proposal.args);
  return lines.length > 0 && transfers.some((transfer) => lines.every((line) => isSame(goodsOf(line), goodsOf(transfer))));
}

/** Papers belong to a booking of the plan, or to a shipment or declaration that the user named. */
function followsShipment(intent: Intent, proposal: Proposal, parents: Parents): boolean {
  const { shipmentId, declarationId } = proposal.args;
  const named = intent.entities.filter((entity) => entity.kind === "shipment" || entity.kind === "declaration").map((entity) => entity.id);
  if ([shipmentId, declarationId].some((id) => typeof id === "string" && named.includes(id))) return true;
  if (typeof shipmentId === "string" && shipmentId.startsWith("@"))
    return parents.proposals.some((parent) => parent.tool === "book_shipment" && parent.ref === shipmentId.slice(1));
  return parents.kept.some((step) => step.tool === "book_shipment");
}

/**
 * Why a derived step does not follow from its parent, or null when it does: derivation widens an intent by what the parent
 * needs, never by other goods, amounts or shipments.
 */
export function strayBecause(intent: Intent, proposal: Proposal, parents: Parents): string | null {
  switch (proposal.tool) {
    case "reserve_stock":
      return followsBooking(proposal, parents) || followsLineChange(proposal, parents)
        ? null
        : "reserve_stock sets aside what no booking and no changed line of the plan takes";
    case "book_shipment":
      return followsTransfer(proposal, parents) ? null : "book_shipment moves other goods than the transfer it follows from";
    case "draft_declaration":
      return followsShipment(intent, proposal, parents)
        ? null
        : "draft_declaration belongs to no booking of the plan and no named shipment";
    default:
      return null;
  }
}
