import type { JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { compare, decimal, type Rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";
import { asDecimal } from "./decimal.ts";
import { objectsOf, textOf } from "./fields.ts";
import { linesOfBooking } from "./goods-line.ts";
import { type HeldUnits, heldUnits, takeFrom } from "./held-units.ts";
import { differencesOf } from "./line-differences.ts";
import { demandsOf, shipmentBefore } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Units that a step of the plan frees or takes on top, by goods and lot. */
export interface ChangedUnits {
  parent: Proposal;
  /** The shipment as it was; of a booking what it will be. */
  shipment: JsonObject;
  /** Names under which units of the shipment may be set aside, and the one that other shipments may go by too. */
  names: readonly string[];
  shared: string | null;
  origin: string | null;
  sku: string;
  lot: string | null;
  unit: string;
  /** The shipment ends: what goes by a name of its own is freed whatever its lines say. */
  ends: boolean;
  /** What no reservation or release that was counted accounts for. */
  left: Rational;
}

/** Units under one name that a step sets aside or gives back. */
export interface NamedUnits extends HeldUnits {
  demandRef: string;
  location: string | null;
  sku: string;
}

const BEFORE_LOADING = new Set(["draft", "booked", "picking", "packed"]);

const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) < 0 ? a : b);
const fits = (lot: string | null, other: string | null): boolean => lot === null || other === null || lot === other;
const isOwn = (one: ChangedUnits, name: string): boolean => one.names.includes(name) && one.shared !== name;
const isFor = (one: ChangedUnits, { demandRef, sku }: NamedUnits): boolean =>
  one.names.includes(demandRef) && one.sku.toUpperCase() === sku.toUpperCase();

function ofShipment(parent: Proposal, shipment: JsonObject): Pick<ChangedUnits, "parent" | "shipment" | "names" | "shared" | "origin"> {
  const demandRef = textOf(shipment, "demandRef");
  const shared = demandRef === textOf(shipment, "id") ? null : demandRef;
  return { parent, shipment, names: demandsOf(shipment), shared, origin: textOf(shipment, "origin") };
}

function differences(parent: Proposal, sign: 1 | -1): ChangedUnits[] {
  const [before, after] = [shipmentBefore(parent), parent.planned[0]?.snapshot];
  if (parent.tool !== "change_lines" || !before || !after) return [];
  return differencesOf(before, after).flatMap(({ sku, lot, unit, difference }) => {
    const left = sign === 1 ? difference : subtract(ZERO, difference);
    return compare(left, ZERO) > 0 ? [{ ...ofShipment(parent, before), sku, lot, unit, ends: false, left }] : [];
  });
}

/** Units that shipments of the plan carry on top. */
export const addedUnits = (proposals: readonly Proposal[]): ChangedUnits[] => proposals.flatMap((parent) => differences(parent, 1));

/** Units that shipments of the plan carry no more. Once goods are on board that follows from their offloading. */
export function freedUnits(proposals: readonly Proposal[]): ChangedUnits[] {
  return proposals.flatMap((parent) => {
    const shipment = parent.tool === "cancel_shipment" ? shipmentBefore(parent) : undefined;
    if (!shipment) return differences(parent, -1);
    if (!BEFORE_LOADING.has(String(shipment.state))) return [];
    return objectsOf(shipment.lines).map((line) => ({
      ...ofShipment(parent, shipment),
      sku: String(line.sku),
      lot: textOf(line, "lot"),
      unit: String(line.baseUom),
      ends: true,
      left: decimal(String(line.baseQuantity)),
    }));
  });
}

/** Units that bookings of the plan take beyond what the books hold for their demand. */
export function bookedUnits(index: SnapshotIndex, proposals: readonly Proposal[], requestId: string): ChangedUnits[] {
  const pools = new Map<string, HeldUnits[]>();
  return proposals
    .filter(({ tool, args }) => tool === "book_shipment" && args.transferRef === undefined)
    .flatMap((parent) =>
      linesOfBooking(parent).map(({ sku, lot, base, unit }) => {
        const demandRef = textOf(parent.args, "demandRef") ?? requestId;
        const goods = { demandRef, location: String(parent.args.origin), sku };
        const key = `${demandRef}|${goods.location}|${sku}`;
        const pool = pools.get(key) ?? heldUnits(index, proposals, goods);
        pools.set(key, pool);
        const left = takeFrom(pool, lot, base);
        const shipment = parent.planned[0]?.snapshot ?? {};
        return { parent, shipment, names: [demandRef], shared: demandRef, origin: goods.location, sku, lot, unit, ends: false, left };
      }),
    );
}

/** Base units that a release gives back; an amount that cannot be told counts as the whole reservation. */
export function unitsGivenBack({ args, meaning }: Proposal, unit: string, whole: Rational): Rational {
  if (args.quantity === undefined) return whole;
  const base = asDecimal(args.uom === unit ? args.quantity : meaning.quantity);
  return base === null ? whole : smaller(decimal(base), whole);
}

/**
 * Names of a shipment's own come before those that it shares, and lots before units of any lot, so that what only one can account for
 * is not used up by what another could.
 */
export function inClaimOrder<T extends NamedUnits>(changed: readonly ChangedUnits[], named: readonly T[]): T[] {
  const rank = ({ demandRef, lot }: NamedUnits) => Number(changed.some((one) => one.shared === demandRef)) * 2 + Number(lot === null);
  return [...named].sort((a, b) => rank(a) - rank(b));
}

/** Takes up to `wanted` units from those of the very lot first, and says whose they are. */
function take(from: readonly ChangedUnits[], lot: string | null, wanted: Rational): { units: Rational; takers: ChangedUnits[] } {
  let rest = wanted;
  const takers: ChangedUnits[] = [];
  for (const one of [...from].sort((a, b) => Number(b.lot === lot) - Number(a.lot === lot))) {
    const part = smaller(one.left, rest);
    if (compare(part, ZERO) <= 0) continue;
    one.left = subtract(one.left, part);
    rest = subtract(rest, part);
    takers.push(one);
  }
  return { units: subtract(wanted, rest), takers };
}

/** Accounts for units of a reservation by what is freed; of a demand with other shipments no more than is freed. */
export function claimFreed(freed: readonly ChangedUnits[], held: NamedUnits): { units: Rational; takers: ChangedUnits[] } {
  const from = freed.filter(
    (one) =>
      isFor(one, held) && (one.ends ? isOwn(one, held.demandRef) || fits(one.lot, held.lot) : one.lot === null || one.lot === held.lot),
  );
  const taken = take(from, held.lot, held.base);
  const ended = from.filter((one) => one.ends && isOwn(one, held.demandRef));
  return ended.length === 0 ? taken : { units: held.base, takers: [...new Set([...ended, ...taken.takers])] };
}

/** Accounts for units that are set aside by what is carried on top at the same place. */
export const claimAdded = (added: readonly ChangedUnits[], reserved: NamedUnits): { units: Rational; takers: ChangedUnits[] } =>
  take(
    added.filter((one) => isFor(one, reserved) && one.origin === reserved.location && fits(one.lot, reserved.lot)),
    reserved.lot,
    reserved.base,
  );

/** True when all of `more` is accounted for beside what the others account for already. */
export function isCovered(
  pool: () => ChangedUnits[],
  claim: (changed: readonly ChangedUnits[], named: NamedUnits) => { units: Rational },
  others: readonly NamedUnits[],
  more: NamedUnits,
): boolean {
  const total = (named: readonly NamedUnits[]): Rational => {
    const changed = pool();
    return sum(inClaimOrder(changed, named).map((one) => claim(changed, one).units));
  };
  return compare(more.base, ZERO) > 0 && compare(subtract(total([...others, more]), total(others)), more.base) >= 0;
}
