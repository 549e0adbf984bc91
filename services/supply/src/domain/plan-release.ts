import type { JsonObject } from "@quartermaster/shared/contracts";
import { compare, decimal, multiply, roundDecimal, subtract } from "@quartermaster/shared/quantity";
import type { ReleaseReservationArgs } from "./arguments.ts";
import type { Item } from "./item.ts";
import type { SupplyReads } from "./ports.ts";
import { type Rejection, reject } from "./problem.ts";
import type { Reservation, Serial, StockRow, Transfer } from "./stock.ts";
import { exact, toBase } from "./units.ts";

export interface ReleasePlan {
  ok: true;
  args: ReleaseReservationArgs;
  item: Item;
  reservation: Reservation;
  row: StockRow;
  /** Base units given back. */
  base: string;
  rest: string;
  /** The transfer that ends with its reservation. */
  transfer: Transfer | undefined;
  serials: Serial[];
  expired: boolean;
  valueEur: string;
}

/** States in which a transfer can still be called off: nothing has left. */
const CANCELLABLE = new Set(["proposed", "approved", "allocated"]);

const planned = (ref: string, entity: JsonObject): Reservation => ({
  id: ref,
  sku: String(entity.sku),
  location: String(entity.location),
  lot: typeof entity.lot === "string" ? entity.lot : null,
  stock: String(entity.stock),
  quantity: String(entity.quantity),
  demandRef: String(entity.demandRef),
  owner: "",
  state: "active",
  expiresAt: typeof entity.expiresAt === "string" ? entity.expiresAt : null,
  note: "",
  version: 0,
});

async function transferOf(
  reads: SupplyReads,
  reservation: Reservation,
  rest: string,
): Promise<{ ok: true; transfer: Transfer | undefined; serials: Serial[] } | Rejection> {
  const transfer = reservation.demandRef.startsWith("TRF-") ? await reads.transfer(reservation.demandRef) : undefined;
  if (!transfer) return { ok: true, transfer, serials: [] };
  if (!CANCELLABLE.has(transfer.state))
    return reject("transfer_under_way", `${transfer.id} is ${transfer.state}; its units have left.`, "reservationId");
  if (rest !== "0")
    return reject(
      "transfer_needs_all",
      `${transfer.id} needs all of ${reservation.id}; release the whole reservation to call the transfer off.`,
      "quantity",
    );
  return { ok: true, transfer, serials: await reads.serialsHeldFor(transfer.id) };
}

/**
 * Works out what giving a reservation back would do. `look` reads without locking; the rows are then read again through `reads`
 * in the order in which they are locked: stock, reservation, transfer.
 */
export async function planRelease(
  reads: SupplyReads,
  look: SupplyReads,
  given: ReleaseReservationArgs,
  businessNow: string,
  entity?: JsonObject,
): Promise<ReleasePlan | Rejection> {
  const seen = entity ? planned(given.reservationId, entity) : await look.reservation(given.reservationId);
  if (!seen) return reject("unknown_reservation", `There is no reservation ${given.reservationId}.`, "reservationId");
  const row = await reads.stockRow(seen.stock);
  const reservation = entity ? seen : await reads.reservation(seen.id);
  const item = await reads.item(seen.sku);
  if (!row || !reservation || !item) return reject("unknown_reservation", `The stock of ${given.reservationId} is gone.`, "reservationId");
  if (reservation.state !== "active")
    return reject("reservation_not_active", `${reservation.id} is ${reservation.state}.`, "reservationId");
  let base = reservation.quantity;
  let uom: string | undefined;
  if (given.quantity !== undefined) {
    const converted = toBase(item, given.quantity, given.uom ?? item.baseUom);
    if (!converted.ok) return reject("uom_mismatch", `${converted.detail}.`, converted.path);
    ({ base, uom } = converted);
  }
  if (compare(decimal(base), decimal(reservation.quantity)) > 0)
    return reject("quantity_exceeds_reservation", `${reservation.id} holds ${reservation.quantity} ${item.baseUom}.`, "quantity");
  const rest = exact(subtract(decimal(reservation.quantity), decimal(base)));
  const ending = await transferOf(reads, reservation, rest);
  if (!ending.ok) return ending;
  const args: ReleaseReservationArgs = {
    reservationId: given.reservationId,
    ...(given.quantity === undefined || uom === undefined ? {} : { quantity: given.quantity, uom }),
    reason: given.reason,
  };
  const expired = reservation.expiresAt !== null && Date.parse(reservation.expiresAt) <= Date.parse(businessNow);
  const valueEur = roundDecimal(multiply(decimal(base), decimal(item.unitValueEur)), 2);
  return { ok: true, args, item, reservation, row, base, rest, transfer: ending.transfer, serials: ending.serials, expired, valueEur };
}
