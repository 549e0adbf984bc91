import type { JsonObject } from "@quartermaster/shared/contracts";
import { decimal, multiply } from "@quartermaster/shared/quantity";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import { availableOf, type Reservation, type StockPolicy, type StockRow, type Transfer } from "./stock.ts";
import { exact } from "./units.ts";

// Fields of snapshots, facts and predicted entities: one form for all, so that nobody depends on where a record came from.
// Free text (notes, remarks) is never among them.

export const stockFields = (
  row: StockRow,
  item: Item,
  policy: StockPolicy | undefined,
  reservations: readonly Reservation[],
): JsonObject => ({
  sku: row.sku,
  name: item.name,
  location: row.location,
  lot: row.lot,
  expiry: row.expiry,
  status: row.status,
  onHand: row.onHand,
  reserved: row.reserved,
  available: exact(availableOf(row)),
  safetyStock: policy?.safetyStock ?? null,
  unit: item.baseUom,
  reservations: reservations
    .filter((reservation) => reservation.stock === row.id)
    .map((reservation) => ({
      id: reservation.id,
      quantity: reservation.quantity,
      demandRef: reservation.demandRef,
      expiresAt: reservation.expiresAt,
    })),
});

export const reservationFields = (reservation: Omit<Reservation, "note" | "version" | "owner">, unit: string): JsonObject => ({
  sku: reservation.sku,
  location: reservation.location,
  lot: reservation.lot,
  stock: reservation.stock,
  quantity: reservation.quantity,
  unit,
  demandRef: reservation.demandRef,
  state: reservation.state,
  expiresAt: reservation.expiresAt,
});

export const transferFields = (
  transfer: Omit<Transfer, "id" | "version" | "reservation"> & { reservation: string | null },
  item: Item,
): JsonObject => ({
  sku: transfer.sku,
  lot: transfer.lot,
  serials: transfer.serials,
  quantity: transfer.quantity,
  uom: item.baseUom,
  unit: item.baseUom,
  fromLocation: transfer.fromLocation,
  toLocation: transfer.toLocation,
  state: transfer.state,
  reservation: transfer.reservation,
  shipment: transfer.shipment,
  neededBy: transfer.neededBy,
  netKg: exact(multiply(decimal(transfer.quantity), decimal(item.netKgPerBase))),
  dgUn: item.dgUn,
});

export const itemFields = (item: Item): JsonObject => ({
  sku: item.sku,
  name: item.name,
  baseUom: item.baseUom,
  conversions: item.conversions,
  scale: item.scale,
  tracking: item.tracking,
  unitValueEur: item.unitValueEur,
  netKgPerBase: item.netKgPerBase,
  dgUn: item.dgUn,
  dgClass: item.dgClass,
  dualUse: item.dualUse,
  minRemainingLifeDays: item.minRemainingLifeDays,
  temperature: item.temperature,
  origin: item.origin,
  cn8: item.cn8,
});

export const locationFields = (location: Location): JsonObject => ({
  name: location.name,
  aliases: location.aliases,
  unlocode: location.unlocode,
  country: location.country,
  customsTerritory: location.customsTerritory,
  dgClasses: location.dgClasses,
  cold: location.cold,
  state: location.state,
});
