import type { Evidence, Snapshot } from "@quartermaster/shared/contracts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import { itemFields, locationFields, reservationFields, stockFields, transferFields } from "./record-fields.ts";
import type { Reservation, StockPolicy, StockRow, Transfer } from "./stock.ts";

const snapshot = (kind: string, id: string, version: number, fields: Snapshot["fields"]): Snapshot => ({
  domain: "supply",
  kind,
  id,
  version,
  fields,
});

export const stockSnapshot = (row: StockRow, item: Item, policy: StockPolicy | undefined, reservations: readonly Reservation[]): Snapshot =>
  snapshot("stock", row.id, row.version, stockFields(row, item, policy, reservations));
export const reservationSnapshot = (reservation: Reservation, item: Item): Snapshot =>
  snapshot("reservation", reservation.id, reservation.version, reservationFields(reservation, item.baseUom));
export const transferSnapshot = (transfer: Transfer, item: Item): Snapshot =>
  snapshot("transfer", transfer.id, transfer.version, transferFields(transfer, item));
export const itemSnapshot = (item: Item): Snapshot => snapshot("item", item.sku, item.version, itemFields(item));

export const locationSnapshot = (location: Location): Snapshot =>
  snapshot("location", location.id, location.version, locationFields(location));

/** `ID@version` of a record. */
export const nameOf = (record: { id: string; version: number }): string => `${record.id}@${record.version}`;

/** Evidence of a tool: the records that it read. */
export const evidenceOf = (tool: string, records: readonly Snapshot[]): Evidence[] =>
  records.map((record) => ({ tool, record: nameOf(record), snapshot: record }));
