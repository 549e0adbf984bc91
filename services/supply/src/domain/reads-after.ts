import type { JsonObject } from "@quartermaster/shared/contracts";
import { compare, decimal, type Rational, subtract, sum } from "@quartermaster/shared/quantity";
import type { SupplyReads } from "./ports.ts";
import type { Reservation, StockRow } from "./stock.ts";
import { exact } from "./units.ts";

/** What an earlier step of the plan will have made of a record. */
interface Predicted {
  kind: string;
  entity: JsonObject;
}

/**
 * The books as a step finds them that follows releases of the same plan: what those give back is there to be taken, and counts as held
 * for its demand no more. Without such a release the reads stay as they are; an execution needs none, for it comes after them.
 */
export function readsAfter(reads: SupplyReads, predictions: readonly Predicted[] | undefined): SupplyReads {
  const predicted = (predictions ?? []).filter(({ kind }) => kind === "reservation");
  if (predicted.length === 0) return reads;
  const after = (held: Reservation): Reservation => {
    const entity = predicted.findLast((one) => one.entity.stock === held.stock && one.entity.demandRef === held.demandRef)?.entity;
    const quantity = String(entity?.quantity ?? held.quantity);
    if (!entity || compare(decimal(quantity), decimal(held.quantity)) >= 0) return held;
    return { ...held, quantity, state: quantity === "0" ? "released" : held.state };
  };
  const givenBack = (row: StockRow, held: readonly Reservation[]): Rational =>
    sum(held.filter((one) => one.stock === row.id).map((one) => subtract(decimal(one.quantity), decimal(after(one).quantity))));
  return {
    ...reads,
    stock: async (filter) => {
      const rows = await reads.stock(filter);
      const held = await reads.reservationsOn(rows.map((row) => row.id));
      return rows.map((row) => ({ ...row, reserved: exact(subtract(decimal(row.reserved), givenBack(row, held))) }));
    },
    activeReservation: async (...wanted) => {
      const found = await reads.activeReservation(...wanted);
      const left = found ? after(found) : undefined;
      return left?.state === "active" ? left : undefined;
    },
  };
}
