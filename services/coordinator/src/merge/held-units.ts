import type { JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import { objectsOf, textOf } from "./fields.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Base units at hand for a demand; a lot of null fits any. */
export interface HeldUnits {
  lot: string | null;
  base: Rational;
}

/** Goods of one demand at one place. */
export interface DemandedGoods {
  demandRef: string;
  location: string;
  sku: string;
}

/** Shipments of a demand that the books know and that still have to take their units. */
function waitingShipments(bookings: readonly Proposal[], demandRef: string, location: string): JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const { snapshot } of bookings.flatMap((booking) => booking.evidence)) {
    const fields = snapshot?.kind === "shipment" ? snapshot.fields : undefined;
    if (!snapshot || fields?.demandRef !== demandRef || fields.origin !== location) continue;
    if (fields.state !== "cancelled" && fields.goodsIssuePosted !== true) found.set(snapshot.id, fields);
  }
  return [...found.values()];
}

/** Takes up to `wanted` of the units that fit the lot, those of the very lot first; gives what is left of the wish. */
export function takeFrom(pool: HeldUnits[], lot: string | null, wanted: Rational): Rational {
  let rest = wanted;
  const fitting = pool.filter((held) => held.lot === lot || held.lot === null || lot === null);
  for (const held of fitting.sort((a, b) => Number(b.lot === lot) - Number(a.lot === lot))) {
    const part = compare(held.base, rest) < 0 ? held.base : rest;
    held.base = subtract(held.base, part);
    rest = subtract(rest, part);
  }
  return rest;
}

/** What the books hold for a demand beyond what its other shipments will take. */
export function heldUnits(index: SnapshotIndex, bookings: readonly Proposal[], goods: DemandedGoods): HeldUnits[] {
  const pool = objectsOf(index.find("supply", "demand", goods.demandRef)?.fields.reservations)
    .filter((held) => held.sku === goods.sku && held.location === goods.location)
    .map((held): HeldUnits => ({ lot: textOf(held, "lot"), base: decimal(String(held.quantity)) }));
  for (const shipment of waitingShipments(bookings, goods.demandRef, goods.location))
    for (const line of objectsOf(shipment.lines))
      if (line.sku === goods.sku) takeFrom(pool, textOf(line, "lot"), decimal(String(line.baseQuantity)));
  return pool;
}

export const sumOf = (pool: readonly HeldUnits[]): Rational => pool.reduce((sum, held) => add(sum, held.base), ZERO);
