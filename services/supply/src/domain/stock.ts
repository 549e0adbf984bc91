import { decimal, type Rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";

export type StockStatus = "available" | "quarantine" | "damaged" | "blocked";

/** One row of stock: sku, place, lot and status. Quantities are base units as decimal text. */
export interface StockRow {
  id: string;
  sku: string;
  location: string;
  lot: string | null;
  /** ISO date of the lot. */
  expiry: string | null;
  status: StockStatus;
  onHand: string;
  reserved: string;
  note: string;
  lotRemark: string;
  version: number;
}

export interface Reservation {
  id: string;
  sku: string;
  location: string;
  lot: string | null;
  stock: string;
  quantity: string;
  demandRef: string;
  owner: string;
  state: "active" | "consumed" | "released" | "expired";
  expiresAt: string | null;
  note: string;
  version: number;
}

export interface Transfer {
  id: string;
  sku: string;
  lot: string | null;
  serials: string[];
  fromLocation: string;
  toLocation: string;
  quantity: string;
  state: "proposed" | "approved" | "allocated" | "issued" | "received" | "partly_received" | "closed" | "cancelled";
  reservation: string;
  shipment: string | null;
  neededBy: string | null;
  version: number;
}

/** A transfer that still brings something to a place. */
export interface IncomingTransfer {
  id: string;
  /** Base units that have not arrived, been rejected or been lost yet. */
  due: string;
  state: "proposed" | "approved" | "allocated" | "issued" | "partly_received";
  /** ISO date; null when nobody named one. */
  neededBy: string | null;
  /** The request whose step ordered it; null when that is not on record. */
  request: string | null;
  version: number;
}

export interface StockPolicy {
  sku: string;
  location: string;
  safetyStock: string;
  reorderPoint: string;
  maxLevel: string;
  preferredSupplier: string | null;
  leadTimeDays: number;
  version: number;
}

export interface PurchaseOrder {
  id: string;
  supplier: string;
  location: string;
  lines: { sku: string; quantity: string; uom: string }[];
  state: string;
  /** ISO date. */
  eta: string;
  /** The request whose step ordered it; null when that is not on record. */
  request: string | null;
  /** Free text; never trusted. */
  note?: string;
  version: number;
}

export interface Serial {
  id: string;
  sku: string;
  stock: string;
  state: "in_stock" | "reserved" | "in_transit" | "gone";
  heldFor: string | null;
  version: number;
}

/** What may still be promised of a row: on hand less reserved, and only of available stock. Never on hand. */
export const availableOf = (row: StockRow): Rational =>
  row.status === "available" ? subtract(decimal(row.onHand), decimal(row.reserved)) : ZERO;

export const availableAt = (rows: readonly StockRow[]): Rational => sum(rows.map(availableOf));
