import type { Intent, JsonObject, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, sum } from "@quartermaster/shared/quantity";
import { canonicalJson } from "@quartermaster/shared/signing";
import {
  addedUnits,
  bookedUnits,
  claimAdded,
  claimFreed,
  freedUnits,
  isCovered,
  type NamedUnits,
  unitsGivenBack,
} from "./changed-units.ts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { textOf } from "./fields.ts";
import { linesOfBooking, unitsTaken } from "./goods-line.ts";
import { heldUnits, sumOf } from "./held-units.ts";
import { CHANGES_SHIPMENT } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";
import { strayTerms } from "./within-words.ts";

/** Steps that a derived one may follow from: proposals that stand, and steps of the earlier revision that stay as they are. */
export interface Parents {
  proposals: readonly Proposal[];
  kept: readonly Pick<PlanStep, "tool" | "args">[];
  /** The request that is merged; goods are set aside under its name where no demand is named. */
  requestId: string;
  index: SnapshotIndex;
}

interface Goods {
  sku: string;
  quantity: string;
  uom: string | null;
}

const goodsOf = (value: unknown): Goods | null => {
  if (typeof value !== "object" || value === null) return null;
  const { sku, quantity, uom } = value as JsonObject;
  const amount = asDecimal(quantity);
  return typeof sku === "string" && amount !== null
    ? { sku: sku.toUpperCase(), quantity: amount, uom: typeof uom === "string" ? uom : null }
    : null;
};

const isSame = (a: Goods | null, b: Goods | null): boolean =>
  a !== null && b !== null && a.sku === b.sku && compareDecimals(a.quantity, b.quantity) === 0 && a.uom === b.uom;

const linesOf = (args: JsonObject): unknown[] => (Array.isArray(args.lines) ? args.lines : []);

const argsOf = (parents: Parents, ...tools: string[]): JsonObject[] =>
  [...parents.proposals, ...parents.kept].filter((parent) => tools.includes(parent.tool)).map((parent) => parent.args);

/** Shipments that stand to be changed by the plan. */
const changedShipments = (parents: Parents, ...tools: string[]): string[] =>
  argsOf(parents, ...(tools.length > 0 ? tools : CHANGES_SHIPMENT)).flatMap((args) => textOf(args, "shipmentId") ?? []);

/** What is set aside for a booking goes by its demand, or by the request when it names none. */
const isDemandOf = (booking: JsonObject, reservation: JsonObject, parents: Parents): boolean =>
  reservation.demandRef === undefined || reservation.demandRef === (textOf(booking, "demandRef") ?? parents.requestId);

/** Steps of a kind that stand; those that are kept show in the books. */
function standing(parents: Parents, tool: string): Proposal[] {
  const kept = new Set(parents.kept.map((step) => `${step.tool}|${canonicalJson(step.args)}`));
  return parents.proposals.filter((other) => other.tool === tool && !kept.has(`${other.tool}|${canonicalJson(other.args)}`));
}

/** Reservations that stand beside one for the same goods. */
const besides = ({ args }: Proposal, parents: Parents): Proposal[] =>
  standing(parents, "reserve_stock").filter((other) =>
    (["sku", "location", "demandRef"] as const).every((name) => other.args[name] === args[name]),
  );

/** A reservation sets aside what bookings of the plan take from the same place, as far as nothing else does. */
function followsBooking(proposal: Proposal, parents: Parents): boolean {
  const { args } = proposal;
  const wanted = goodsOf(args);
  if (args.expiresAt !== undefined || wanted === null) return false;
  const bookings = [...parents.proposals, ...parents.kept].filter(
    (booking) => booking.tool === "book_shipment" && booking.args.origin === args.location && isDemandOf(booking.args, args, parents),
  );
  const lines = bookings.flatMap((booking) => linesOfBooking(booking)).filter((line) => line.sku.toUpperCase() === wanted.sku);
  const like = lines.find((line) => isSame(goodsOf(line.said), wanted));
  const amount = like?.base ?? (lines.some((line) => line.unit === wanted.uom) ? decimal(wanted.quantity) : null);
  if (amount === null) return false;
  const goods = { demandRef: String(args.demandRef), location: String(args.location), sku: String(args.sku) };
  const unit = lines[0]?.unit ?? "";
  const taken = sum([
    ...besides(proposal, parents).map((other) => unitsTaken(other, unit)),
    sumOf(heldUnits(parents.index, parents.proposals, goods)),
  ]);
  return compare(add(amount, taken), sum(lines.map((line) => line.base))) <= 0;
}

/** Shipments that carry more need more set aside: beside the bookings at most what their changed lines have on top, all together. */
function followsLineChange(proposal: Proposal, parents: Parents): boolean {
  const wanted = goodsOf(proposal.args);
  if (wanted === null || proposal.args.expiresAt !== undefined) return false;
  const unit = wanted.uom ?? "";
  const reservedBy = (step: Proposal): NamedUnits => ({
    demandRef: String(step.args.demandRef),
    location: textOf(step.args, "location"),
    sku: String(step.args.sku),
    lot: textOf(step.args, "lot"),
    base: unitsTaken(step, unit),
  });
  const others = standing(parents, "reserve_stock").map(reservedBy);
  const taking = () =>
    [...bookedUnits(parents.index, parents.proposals, parents.requestId), ...addedUnits(parents.proposals)].filter(
      (one) => one.unit === unit,
    );
  return isCovered(taking, claimAdded, others, { ...reservedBy(proposal), base: decimal(wanted.quantity) });
}

/** A booking moves what its transfer moves. Once that is done the reference is an id, and any kept transfer may be its parent. */
function followsTransfer(proposal: Proposal, parents: Parents): boolean {
  const { args } = proposal;
  const ref = args.transferRef;
  const transfers =
    typeof ref === "string" && ref.startsWith("@")
      ? parents.proposals.filter((parent) => parent.tool === "transfer_stock" && parent.ref === ref.slice(1)).map((parent) => parent.args)
      : argsOf(parents, "transfer_stock");
  const lines = linesOf(args);
  return (
    lines.length > 0 &&
    args.demandRef === undefined &&
    transfers.some(
      (transfer) =>
        args.origin === transfer.fromLocation &&
        args.destination === transfer.toLocation &&
        lines.every((line) => isSame(goodsOf(line), goodsOf(transfer))),
    )
  );
}

/** Papers belong to a booking of the plan, a shipment that it changes, or one that the user named; a draft takes its content from there. */
function followsShipment(intent: Intent, proposal: Proposal, parents: Parents): boolean {
  const { shipmentId, declarationId, lines, regime } = proposal.args;
  if (lines !== undefined || regime !== undefined) return false;
  // Terms of trade come from the booking, the records or the words.
  const ofBooking = argsOf(parents, "book_shipment").some((booking) => booking.incoterm === proposal.args.incoterm);
  if (!ofBooking && strayTerms(intent, proposal, parents.index) !== null) return false;
  const named = intent.entities.filter((entity) => entity.kind === "shipment" || entity.kind === "declaration").map((entity) => entity.id);
  if ([shipmentId, declarationId].some((id) => typeof id === "string" && named.includes(id))) return true;
  if (typeof shipmentId !== "string") return false;
  if (shipmentId.startsWith("@"))
    return parents.proposals.some((parent) => parent.tool === "book_shipment" && parent.ref === shipmentId.slice(1));
  return changedShipments(parents).includes(shipmentId) || isBookedByPlan(shipmentId, parents);
}

/** A shipment that a booking of the earlier revision made goes the same way with the same goods. What is not read yet is judged once it is. */
function isBookedByPlan(shipmentId: string, parents: Parents): boolean {
  const bookings = parents.kept.filter((step) => step.tool === "book_shipment");
  const selector = { domain: "transit" as const, kind: "shipment", id: shipmentId };
  const shipment = parents.index.find(selector.domain, selector.kind, selector.id)?.fields;
  if (!shipment) return bookings.length > 0 && !parents.index.isMissing(selector);
  const goodsIn = (lines: unknown[]) => lines.map((line) => String((line as JsonObject | null)?.sku).toUpperCase()).sort();
  return bookings.some(
    ({ args }) =>
      args.origin === shipment.origin &&
      args.destination === shipment.destination &&
      goodsIn(linesOf(args)).join() === goodsIn(linesOf(shipment)).join(),
  );
}

/** Shipment whose papers these are, as a record that was read states it. */
function shipmentOfPapers(declarationId: string, proposal: Proposal, parents: Parents): string | null {
  const own = proposal.evidence.find(({ snapshot }) => snapshot?.kind === "declaration" && snapshot.id === declarationId)?.snapshot;
  const known = own ?? parents.index.find("export", "declaration", declarationId);
  if (known) return textOf(known.fields, "shipmentId");
  return (
    changedShipments(parents).find(
      (id) => textOf(parents.index.find("export", "papers", id)?.fields ?? {}, "declarationId") === declarationId,
    ) ?? null
  );
}

/** An amendment or a request to void concerns the papers of a shipment that the plan changes. */
function followsPapers(proposal: Proposal, parents: Parents, ...tools: string[]): boolean {
  const declarationId = textOf(proposal.args, "declarationId");
  if (declarationId === null) return false;
  const shipmentId = shipmentOfPapers(declarationId, proposal, parents);
  return shipmentId !== null && changedShipments(parents, ...tools).includes(shipmentId);
}

/** Units are given back that shipments of the plan carry no more: all releases together give back no other units. */
function followsChange(proposal: Proposal, parents: Parents): boolean {
  const releasedBy = (step: Proposal): NamedUnits[] => {
    const held = step.evidence.find(({ snapshot }) => snapshot?.kind === "reservation")?.snapshot?.fields;
    const [demandRef, sku, whole] = [textOf(held ?? {}, "demandRef"), textOf(held ?? {}, "sku"), asDecimal(held?.quantity)];
    if (!held || demandRef === null || sku === null || whole === null) return [];
    const base = unitsGivenBack(step, textOf(held, "unit") ?? "", decimal(whole));
    return [{ demandRef, sku, location: textOf(held, "location"), lot: textOf(held, "lot"), base }];
  };
  const [released] = releasedBy(proposal);
  const others = standing(parents, "release_reservation").flatMap(releasedBy);
  return released !== undefined && isCovered(() => freedUnits(parents.proposals), claimFreed, others, released);
}

/** A hold that follows from a change is the customer's, whose lifting asks least, unless the words name another. */
const isSaidType = (intent: Intent, args: JsonObject): boolean =>
  args.type === "customer" || intent.entities.some(({ kind, id }) => kind === "said_hold_type" && id === args.type);

/**
 * Why a derived step does not follow from its parent, or null when it does: derivation widens an intent by what the parent
 * needs, never by other goods, amounts, demands or shipments.
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
    case "place_hold":
      if (!changedShipments(parents).includes(String(proposal.args.shipmentId)))
        return "place_hold stops a shipment that the plan does not change";
      return isSaidType(intent, proposal.args) ? null : `the hold type ${String(proposal.args.type)} is not what the request says`;
    case "release_reservation":
      return followsChange(proposal, parents) ? null : "release_reservation gives back units of no shipment that the plan changes";
    case "amend_declaration":
      return followsPapers(proposal, parents) ? null : "amend_declaration concerns papers of no shipment that the plan changes";
    case "invalidate_declaration":
      return followsPapers(proposal, parents, "cancel_shipment")
        ? null
        : "invalidate_declaration concerns papers of no shipment that the plan cancels";
    default:
      return `${proposal.tool} follows from nothing in the plan`;
  }
}
