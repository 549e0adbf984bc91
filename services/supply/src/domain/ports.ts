import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { IncomingTransfer, PurchaseOrder, Reservation, Serial, StockPolicy, StockRow, StockStatus, Transfer } from "./stock.ts";

interface StockFilter {
  sku?: string | undefined;
  location?: string | undefined;
  lot?: string | undefined;
  status?: StockStatus | undefined;
}

/**
 * Reading side of supply, bound to one tenant and one transaction. MUST NOT change anything. In an execution the same reads
 * lock what they give, in the order stock, reservations, transfers, serials, each by id.
 */
export interface SupplyReads {
  item(sku: string): Promise<Item | undefined>;
  /** Items whose sku or name holds every word of the text; at most eight. */
  searchItems(text: string): Promise<Item[]>;
  locations(): Promise<Location[]>;
  stock(filter: StockFilter): Promise<StockRow[]>;
  stockRow(id: string): Promise<StockRow | undefined>;
  reservation(id: string): Promise<Reservation | undefined>;
  /** The one active reservation of a demand, or none. */
  activeReservation(demandRef: string, sku: string, location: string, lot: string | null): Promise<Reservation | undefined>;
  /** Active reservations on stock rows, by id. */
  reservationsOn(stock: readonly string[]): Promise<Reservation[]>;
  /** Active reservations of a demand, by id. */
  reservationsFor(demandRef: string): Promise<Reservation[]>;
  policies(filter: { sku?: string | undefined; location?: string | undefined }): Promise<StockPolicy[]>;
  purchaseOrders(filter: { sku: string; location?: string | undefined }): Promise<PurchaseOrder[]>;
  /**
   * Transfers that still bring an item to a place, by the day they are needed, those without a day last. Whichever system makes
   * transfers, these are the ones that are on record here: what another system was told and has not answered yet is not among them.
   */
  transfersTo(filter: { sku: string; location: string }): Promise<IncomingTransfer[]>;
  /** Suppliers that we order from, by id. */
  suppliers(): Promise<string[]>;
  transfer(id: string): Promise<Transfer | undefined>;
  serialsOn(stock: string): Promise<Serial[]>;
  serialsHeldFor(transfer: string): Promise<Serial[]>;
}
