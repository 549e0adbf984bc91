import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, formatDecimal, type Rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";
import { asDecimal } from "./decimal.ts";
import type { DerivedNeeds } from "./derived-needs.ts";
import { merged, NOTHING, refOf, unlessFailed } from "./derived-parts.ts";
import { objectsOf, textOf } from "./fields.ts";
import { unitsTaken } from "./goods-line.ts";
import { differencesOf, type LineDifference } from "./line-differences.ts";
import type { MergeInput } from "./merge-input.ts";
import { demandsOf, shipmentBefore } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

interface Reserved {
  id: string;
  demandRef: string;
  sku: string;
  location: string;
  lot: string | null;
  quantity: string;
}

/** What is set aside for a shipment, under any of its names. */
function reservedFor(index: SnapshotIndex, shipment: JsonObject): Reserved[] {
  return demandsOf(shipment).flatMap((demandRef) =>
    objectsOf(index.find("supply", "demand", demandRef)?.fields.reservations).map((held) => ({
      id: String(held.id),
      demandRef,
      sku: String(held.sku),
      location: String(held.location),
      lot: textOf(held, "lot"),
      quantity: String(held.quantity),
    })),
  );
}

const exact = (value: Rational): string => formatDecimal(value) ?? "0";
const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) < 0 ? a : b);
const fits = (lot: string | null, other: string | null): boolean => lot === null || other === null || lot === other;

/** A change of a shipment, with what it is judged by. */
interface Change {
  input: MergeInput;
  all: readonly Proposal[];
  parent: Proposal;
  shipment: JsonObject;
  held: readonly Reserved[];
}

/** Units of a line that go by the shipment's own name and that its lines do not take: nobody else's. */
function spareUnits({ shipment, held }: Change, line: LineDifference): Rational {
  const own = held.filter((one) => one.demandRef === shipment.id && one.sku === line.sku && fits(line.lot, one.lot));
  const lines = objectsOf(shipment.lines).filter((one) => one.sku === line.sku && fits(line.lot, textOf(one, "lot")));
  const spare = subtract(sum(own.map((one) => decimal(one.quantity))), sum(lines.map((one) => decimal(String(one.baseQuantity)))));
  return compare(spare, ZERO) > 0 ? spare : ZERO;
}

/** More units are set aside at the origin, under the name that holds the others, as far as nothing sets them aside already. */
function reserveMore(change: Change, line: LineDifference, position: number): DerivedNeeds {
  const { input, all, parent, shipment, held } = change;
  const location = textOf(shipment, "origin");
  if (location === null || !location.startsWith("LOC-")) return NOTHING;
  const names = demandsOf(shipment);
  const besides = all.filter(
    ({ tool, args }) =>
      tool === "reserve_stock" &&
      args.sku === line.sku &&
      args.location === location &&
      names.includes(String(args.demandRef)) &&
      fits(line.lot, textOf(args, "lot")),
  );
  const taken = sum(besides.map((other) => unitsTaken(other, line.unit)));
  const missing = subtract(line.difference, add(taken, spareUnits(change, line)));
  if (compare(missing, ZERO) <= 0) return NOTHING;
  const demandRef = held[0]?.demandRef ?? textOf(shipment, "id") ?? "";
  const args: JsonObject = {
    sku: line.sku,
    location,
    quantity: exact(missing),
    uom: line.unit,
    ...(line.lot === null ? {} : { lot: line.lot }),
    demandRef,
  };
  const need: Action = { agent: "supply", tool: "reserve_stock", args, ref: refOf(`more${position}`, parent) };
  const after = besides.map((other) => other.ref);
  return unlessFailed(
    input,
    after.length === 0 ? need : { ...need, after },
    parent,
    (other) => other.sku === line.sku && other.demandRef === demandRef,
  );
}

/** Steps of the plan that give back units of a reservation, and how many. */
function givenBack({ all }: Change, reservation: Reserved, unit: string): { steps: Proposal[]; units: Rational } {
  const steps = all.filter((other) => other.tool === "release_reservation" && other.args.reservationId === reservation.id);
  const whole = decimal(reservation.quantity);
  const units = sum(
    steps.map(({ args }) => (args.uom === unit && asDecimal(args.quantity) !== null ? decimal(String(args.quantity)) : whole)),
  );
  return { steps, units: smaller(units, whole) };
}

/** Gives back up to `wanted` units of a reservation beyond what the plan does; null stands for all that it holds. */
function giveBack(
  change: Change,
  reservation: Reserved,
  given: { unit: string; wanted: Rational | null; ref: string; reason: string },
): { part: DerivedNeeds; units: Rational } {
  const { input, parent } = change;
  const whole = decimal(reservation.quantity);
  const back = givenBack(change, reservation, given.unit);
  const wanted = smaller(given.wanted ?? whole, whole);
  const rest = subtract(wanted, back.units);
  if (compare(rest, ZERO) <= 0) return { part: NOTHING, units: smaller(back.units, wanted) };
  const amount: JsonObject = given.wanted === null && back.steps.length === 0 ? {} : { quantity: exact(rest), uom: given.unit };
  const need: Action = {
    agent: "supply",
    tool: "release_reservation",
    args: { reservationId: reservation.id, ...amount, reason: given.reason },
    ref: refOf(given.ref, parent),
    after: [parent.ref, ...back.steps.map((other) => other.ref)],
  };
  return { part: unlessFailed(input, need, parent, (other) => other.reservationId === reservation.id), units: wanted };
}

/** Units that are not shipped any more are given back, reservation by reservation. */
function releaseSome(change: Change, line: LineDifference, position: number): DerivedNeeds {
  const reason = `${String(change.parent.args.shipmentId)} carries less`;
  let rest = subtract(ZERO, line.difference);
  const parts: DerivedNeeds[] = [];
  for (const reservation of change.held.filter((one) => one.sku === line.sku && (line.lot === null || one.lot === line.lot))) {
    if (compare(rest, ZERO) <= 0) break;
    const ref = `less${position}${parts.length}`;
    const { part, units } = giveBack(change, reservation, { unit: line.unit, wanted: rest, ref, reason });
    rest = subtract(rest, units);
    parts.push(part);
  }
  return merged(parts);
}

/** Units follow the lines of a shipment: more are set aside, fewer are given back. */
export function unitsOfLines(
  input: MergeInput,
  index: SnapshotIndex,
  all: readonly Proposal[],
  parent: Proposal,
  lines: { before: JsonObject; after: JsonObject },
): DerivedNeeds {
  const change: Change = { input, all, parent, shipment: lines.before, held: reservedFor(index, lines.before) };
  return merged(
    differencesOf(lines.before, lines.after).map((line, position) =>
      line.difference.numerator > 0n ? reserveMore(change, line, position) : releaseSome(change, line, position),
    ),
  );
}

const BEFORE_LOADING = new Set(["draft", "booked", "picking", "packed"]);

/**
 * Units of a cancelled shipment are given back only while nothing is loaded; afterwards that follows from the offloading. What goes by
 * its own name is all its own; of a demand that other shipments may serve too it gives back what it would have taken.
 */
export function unitsOfCancelled(input: MergeInput, index: SnapshotIndex, all: readonly Proposal[], parent: Proposal): DerivedNeeds {
  const shipment = shipmentBefore(parent);
  if (!shipment || !BEFORE_LOADING.has(String(shipment.state))) return NOTHING;
  const change: Change = { input, all, parent, shipment, held: reservedFor(index, shipment) };
  const lines = objectsOf(shipment.lines).map((line) => ({
    sku: line.sku,
    lot: textOf(line, "lot"),
    unit: String(line.baseUom),
    left: decimal(String(line.baseQuantity)),
  }));
  const reason = `${String(parent.args.shipmentId)} is cancelled`;
  const parts: DerivedNeeds[] = [];
  for (const reservation of change.held) {
    const own = reservation.demandRef !== shipment.demandRef || reservation.demandRef === shipment.id;
    const mine = lines.filter((line) => line.sku === reservation.sku && (own || fits(line.lot, reservation.lot)));
    const [first] = mine;
    if (!first) continue;
    const wanted = sum(mine.map((line) => line.left));
    const entirely = own || compare(decimal(reservation.quantity), wanted) <= 0;
    if (!entirely && compare(wanted, ZERO) <= 0) continue;
    const ref = `free${parts.length}`;
    const { part, units } = giveBack(change, reservation, { unit: first.unit, wanted: entirely ? null : wanted, ref, reason });
    let used = units;
    for (const line of mine) {
      const taken = smaller(line.left, used);
      line.left = subtract(line.left, taken);
      used = subtract(used, taken);
    }
    parts.push(part);
  }
  return merged(parts);
}
