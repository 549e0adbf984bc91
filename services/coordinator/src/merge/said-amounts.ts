import type { Intent, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, multiply, type Rational, subtract } from "@quartermaster/shared/quantity";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { isObject, objectsOf, textOf } from "./fields.ts";
import { linesIn } from "./said-places.ts";
import { isForTool, isSaidWith, leavesAmountOpen } from "./said-with.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

interface Amount {
  argument: string;
  /** The arguments, or the line, that hold it. */
  holder: JsonObject;
  sku: string | null;
  quantity: string;
  uom: string | null;
}

function amountsIn(proposal: Proposal): Amount[] {
  const { args } = proposal;
  const of = (holder: JsonObject, argument: string, sku: string | null): Amount[] => {
    const quantity = asDecimal(holder[argument]);
    return quantity === null ? [] : [{ argument, holder, sku, quantity, uom: textOf(holder, "uom") }];
  };
  const sku = textOf(args, "sku");
  return [
    ...of(args, "quantity", sku),
    ...of(args, "countedQuantity", sku),
    ...linesIn(args).flatMap((line) => of(line, "quantity", textOf(line, "sku") ?? sku)),
  ];
}

/** Base units of one unit of an item; null when the item or the unit is not known. */
function factorOf(sku: string | null, uom: string | null, index: SnapshotIndex): Rational | null {
  const fields = sku === null ? undefined : index.find("supply", "item", sku)?.fields;
  if (!fields || uom === null) return null;
  if (fields.baseUom === uom) return decimal("1");
  const conversion = isObject(fields.conversions) ? asDecimal(fields.conversions[uom]) : null;
  return conversion === null ? null : decimal(conversion);
}

type Limits = Intent["limits"]["quantities"];

/** True when the words say this amount: the same figure in the same unit, or another unit that makes exactly as much. */
function isSaid(intent: Intent, limits: Limits, amount: Amount, index: SnapshotIndex): boolean {
  const factor = factorOf(amount.sku, amount.uom, index);
  const base = index.find("supply", "item", amount.sku ?? "")?.fields.baseUom;
  return limits.some((limit) => {
    const same = compareDecimals(limit.quantity, amount.quantity) === 0;
    const bare = intent.entities.some((entity) => entity.kind === "said_bare" && entity.id === limit.quantity);
    if (same && bare) return typeof base !== "string" || amount.uom === null || amount.uom === base;
    if (same && (limit.uom === null || amount.uom === null || amount.uom === limit.uom)) return true;
    const said = factorOf(amount.sku, limit.uom, index);
    if (said === null || factor === null) return same && said === null;
    return compare(multiply(decimal(limit.quantity), said), multiply(decimal(amount.quantity), factor)) === 0;
  });
}

/** True unless the words say that an amount goes the other way from what is there, and that way only. */
function goes(intent: Intent, way: "more" | "fewer"): boolean {
  const said = intent.entities.filter((entity) => entity.kind === "said_way").map((entity) => entity.id);
  return said.length === 0 || said.includes(way);
}

/** A count may follow from what the books say and an amount of the words: so many are lost, or found. */
function followsFromBooks(intent: Intent, limits: Limits, proposal: Proposal, amount: Amount, index: SnapshotIndex): boolean {
  const stock = proposal.evidence.find(({ snapshot }) => snapshot?.kind === "stock")?.snapshot;
  const books = asDecimal(stock?.fields.onHand);
  const factor = factorOf(amount.sku, amount.uom, index) ?? decimal("1");
  if (books === null) return false;
  const counted = multiply(decimal(amount.quantity), factor);
  return limits.some((limit) => {
    const said = multiply(decimal(limit.quantity), factorOf(amount.sku, limit.uom, index) ?? decimal("1"));
    return (
      (goes(intent, "fewer") && compare(add(counted, said), decimal(books)) === 0) ||
      (goes(intent, "more") && compare(subtract(counted, said), decimal(books)) === 0)
    );
  });
}

/** A line's new amount may follow from what it carries and an amount of the words: so many more, or fewer. */
function followsFromLine(intent: Intent, limits: Limits, proposal: Proposal, amount: Amount): boolean {
  const shipment = proposal.evidence.find(
    ({ snapshot }) => snapshot?.kind === "shipment" && snapshot.id === proposal.args.shipmentId,
  )?.snapshot;
  const wanted = decimal(amount.quantity);
  return objectsOf(shipment?.fields.lines).some((line) => {
    if (line.sku !== amount.sku) return false;
    const carried = asDecimal(amount.uom === line.uom ? line.quantity : amount.uom === line.baseUom ? line.baseQuantity : undefined);
    return (
      carried !== null &&
      limits.some((limit) => {
        if (limit.uom !== null && limit.uom !== amount.uom) return false;
        const said = decimal(limit.quantity);
        return (
          (goes(intent, "more") && compare(add(decimal(carried), said), wanted) === 0) ||
          (goes(intent, "fewer") && compare(subtract(decimal(carried), said), wanted) === 0)
        );
      })
    );
  });
}

const isWhole = (amount: Amount, held: JsonObject, whole: string): boolean =>
  compareDecimals(amount.quantity, whole) === 0 && (amount.uom === null || amount.uom === textOf(held, "unit"));

/** Why an amount of the proposal is not what the words say, or null. Words without any amount leave them open. */
export function strayAmount(intent: Intent, proposal: Proposal, index: SnapshotIndex): string | null {
  const said = intent.limits.quantities;
  if (said.length === 0) return null;
  const ownDeed = said.some((_limit, position) => isForTool(intent, position, proposal.tool));
  // "Move 60 and reserve them": what names no amount of its own takes one of those that the words say.
  const saidWith = (holder: JsonObject, sku: string | null) =>
    said.filter((_limit, position) => isSaidWith(intent, position, proposal, holder, sku, index, !ownDeed));
  const amounts = amountsIn(proposal);
  const held = proposal.evidence.find(({ snapshot }) => snapshot?.kind === "reservation")?.snapshot;
  const whole = proposal.tool === "release_reservation" ? asDecimal(held?.fields.quantity) : null;
  for (const amount of amounts) {
    const limits = saidWith(amount.holder, amount.sku);
    if (isSaid(intent, limits, amount, index)) continue;
    if (leavesAmountOpen(intent, proposal.tool, amount.sku, index)) continue;
    // Every amount belongs to another deed: all of a reservation is what its release means.
    if (!ownDeed && whole !== null && isWhole(amount, held?.fields ?? {}, whole)) continue;
    if (amount.argument === "countedQuantity" && followsFromBooks(intent, limits, proposal, amount, index)) continue;
    if (proposal.tool === "change_lines" && followsFromLine(intent, limits, proposal, amount)) continue;
    const shown = `the quantity ${amount.quantity}${amount.uom === null ? "" : ` ${amount.uom}`}`;
    return isSaid(intent, said, amount, index) ? `${shown} is said of something else` : `${shown} does not occur in the request`;
  }
  // Left out, all of a reservation is given back: that must be the amount of the words, unless they say it of other deeds only.
  if (amounts.length > 0 || !ownDeed || !held || whole === null) return null;
  const sku = textOf(held.fields, "sku");
  const amount = { argument: "quantity", holder: proposal.args, sku, quantity: whole, uom: textOf(held.fields, "unit") };
  return isSaid(intent, saidWith(proposal.args, sku), amount, index)
    ? null
    : `all ${whole} of ${String(proposal.args.reservationId)} are not what the request says`;
}
