import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { compare, decimal, formatDecimal, type Rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";
import {
  addedUnits,
  bookedUnits,
  type ChangedUnits,
  claimAdded,
  claimFreed,
  freedUnits,
  inClaimOrder,
  type NamedUnits,
  unitsGivenBack,
} from "./changed-units.ts";
import type { DerivedNeeds } from "./derived-needs.ts";
import { merged, NOTHING, refOf, unlessFailed } from "./derived-parts.ts";
import { objectsOf, textOf } from "./fields.ts";
import { unitsTaken } from "./goods-line.ts";
import { takeFrom } from "./held-units.ts";
import type { MergeInput } from "./merge-input.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Steps that follow from changes of shipments, by the change that they are told with. */
export type UnitsByParent = ReadonlyMap<Proposal, DerivedNeeds>;

interface Reserved extends NamedUnits {
  id: string;
}

/** What the books set aside under these names. */
function reservedUnder(index: SnapshotIndex, names: readonly string[]): Reserved[] {
  return [...new Set(names)].flatMap((demandRef) =>
    objectsOf(index.find("supply", "demand", demandRef)?.fields.reservations).map((held) => ({
      id: String(held.id),
      demandRef,
      sku: String(held.sku),
      location: String(held.location),
      lot: textOf(held, "lot"),
      base: decimal(String(held.quantity)),
    })),
  );
}

const exact = (value: Rational): string => formatDecimal(value) ?? "0";
const byLot = (a: ChangedUnits, b: ChangedUnits): number => Number(a.lot === null) - Number(b.lot === null);

/** Units at its origin that go by a shipment's own name and that its lines do not take are nobody else's: they come first. */
function useSpareUnits(index: SnapshotIndex, added: readonly ChangedUnits[]): void {
  const pools = new Map<string, Reserved[]>();
  for (const one of [...added].sort(byLot)) {
    const { id, lines } = one.shipment;
    const key = `${String(id)}|${one.sku}`;
    let pool = pools.get(key);
    if (!pool) {
      pool = reservedUnder(index, [String(id)]).filter((held) => held.sku === one.sku && held.location === one.origin);
      for (const line of objectsOf(lines))
        if (line.sku === one.sku) takeFrom(pool, textOf(line, "lot"), decimal(String(line.baseQuantity)));
      pools.set(key, pool);
    }
    one.left = takeFrom(pool, one.lot, one.left);
  }
}

const isBeside = ({ tool, args }: Proposal, one: ChangedUnits): boolean =>
  tool === "reserve_stock" && args.sku === one.sku && args.location === one.origin && one.names.includes(String(args.demandRef));

/** More units are set aside at the origin, under the name that holds the others, as far as nothing sets them aside already. */
function moreUnits(input: MergeInput, index: SnapshotIndex, all: readonly Proposal[]): [Proposal, DerivedNeeds][] {
  const added = addedUnits(all).filter((one) => one.origin?.startsWith("LOC-"));
  useSpareUnits(index, added);
  // What is set aside for a booking of the same demand is not there for its other shipments.
  const taking = [...bookedUnits(index, all, input.requestId), ...added];
  const besides = all.flatMap((step): NamedUnits[] => {
    const one = added.find((other) => isBeside(step, other));
    const { demandRef, sku } = step.args;
    const goods = { demandRef: String(demandRef), sku: String(sku), location: one?.origin ?? null, lot: textOf(step.args, "lot") };
    return one ? [{ ...goods, base: unitsTaken(step, one.unit) }] : [];
  });
  for (const reserved of inClaimOrder(taking, besides)) claimAdded(taking, reserved);
  const wishes = new Map<string, { demandRef: string; of: ChangedUnits[] }>();
  for (const one of added) {
    const demandRef = reservedUnder(index, one.names)[0]?.demandRef ?? String(one.shipment.id);
    const key = `${demandRef}|${String(one.origin)}|${one.sku}|${one.lot ?? ""}`;
    wishes.set(key, { demandRef, of: [...(wishes.get(key)?.of ?? []), one] });
  }
  return [...wishes.values()].flatMap(({ demandRef, of }, position): [Proposal, DerivedNeeds][] => {
    const [first] = of;
    const missing = sum(of.map((one) => one.left));
    if (!first || compare(missing, ZERO) <= 0) return [];
    const { parent, sku, unit, lot } = first;
    const goods: JsonObject = { sku, location: first.origin, quantity: exact(missing), uom: unit };
    const args: JsonObject = { ...goods, ...(lot === null ? {} : { lot }), demandRef };
    // What adds to the same reservation comes first: an equal amount is then more of it and no repeat.
    const after = all.filter((step) => of.some((one) => isBeside(step, one))).map((step) => step.ref);
    const need: Action = { agent: "supply", tool: "reserve_stock", args, ref: refOf(`more${position}`, parent) };
    const same = (other: JsonObject) => other.sku === sku && other.demandRef === demandRef;
    return [[parent, unlessFailed(input, after.length === 0 ? need : { ...need, after }, parent, same)]];
  });
}

/** Most shipments that a reason names, so that it stays within the length of one. */
const NAMED = 4;

function reasonOf(freeing: readonly ChangedUnits[]): string {
  const reasons = freeing.map(({ parent, ends }) => `${String(parent.args.shipmentId)} ${ends ? "is cancelled" : "carries less"}`);
  return [...new Set(reasons)].slice(0, NAMED).join("; ");
}

/**
 * Units that are not shipped any more are given back, by one step for each reservation however many shipments free them: once goods are
 * on board that follows from the offloading. What goes by a shipment's own name is all its own; of a demand that others may serve
 * too it gives back what it would have taken.
 */
function fewerUnits(input: MergeInput, index: SnapshotIndex, all: readonly Proposal[]): [Proposal, DerivedNeeds][] {
  const freed = freedUnits(all);
  const names = freed.flatMap((one) => one.names);
  const reserved = inClaimOrder(freed, reservedUnder(index, names)).map((held) => {
    const steps = all.filter((step) => step.tool === "release_reservation" && step.args.reservationId === held.id);
    const unit = freed.find((one) => one.sku === held.sku)?.unit ?? "";
    const given = sum(steps.map((step) => unitsGivenBack(step, unit, held.base)));
    return { held, steps, unit, back: compare(given, held.base) < 0 ? given : held.base };
  });
  // What the plan gives back counts first, whichever reservation it is of.
  for (const { held, back } of reserved) claimFreed(freed, { ...held, base: back });
  return reserved.flatMap(({ held, steps, unit, back }, position): [Proposal, DerivedNeeds][] => {
    const { units, takers } = claimFreed(freed, { ...held, base: subtract(held.base, back) });
    const [first] = takers;
    if (!first || compare(units, ZERO) <= 0) return [];
    const ends = takers.some((one) => one.ends);
    const amount: JsonObject = ends && compare(units, held.base) === 0 ? {} : { quantity: exact(units), uom: unit };
    const need: Action = {
      agent: "supply",
      tool: "release_reservation",
      args: { reservationId: held.id, ...amount, reason: reasonOf(takers) },
      ref: refOf(`${ends ? "free" : "less"}${position}`, first.parent),
      after: [...new Set([...takers.map((one) => one.parent.ref), ...steps.map((step) => step.ref)])],
    };
    return [[first.parent, unlessFailed(input, need, first.parent, (other) => other.reservationId === held.id)]];
  });
}

/** Units follow the lines of all shipments that the plan changes: more are set aside, fewer are given back, and nothing counts twice. */
export function unitsOfShipments(input: MergeInput, index: SnapshotIndex, all: readonly Proposal[]): UnitsByParent {
  const parts = new Map<Proposal, DerivedNeeds>();
  for (const [parent, part] of [...moreUnits(input, index, all), ...fewerUnits(input, index, all)])
    parts.set(parent, merged([parts.get(parent) ?? NOTHING, part]));
  return parts;
}
