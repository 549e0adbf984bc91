import type { Selector, Snapshot } from "@quartermaster/shared/contracts";
import { findLocation } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { itemSnapshot, locationSnapshot, reservationSnapshot, stockSnapshot, transferSnapshot } from "./snapshots.ts";

/** Rows named by `STK-…`, `<sku>|<location>` or a sku alone. */
async function stock(reads: SupplyReads, id: string): Promise<Snapshot[]> {
  const [sku = "", location] = id.split("|");
  const row = await reads.stockRow(id);
  const rows = row ? [row] : await reads.stock({ sku, location });
  const reservations = await reads.reservationsOn(rows.map((found) => found.id));
  const snapshots: Snapshot[] = [];
  for (const found of rows.slice(0, 60)) {
    const item = await reads.item(found.sku);
    const [policy] = await reads.policies({ sku: found.sku, location: found.location });
    if (item) snapshots.push(stockSnapshot(found, item, policy, reservations));
  }
  return snapshots;
}

/** What is set aside for a demand; a demand without reservations is an answer too. */
async function demand(reads: SupplyReads, id: string): Promise<Snapshot[]> {
  const found = await reads.reservationsFor(id);
  const reservations = found.map(({ id: reservation, sku, location, lot, stock: row, quantity, version }) => ({
    id: reservation,
    sku,
    location,
    lot,
    stock: row,
    quantity,
    version,
  }));
  return [{ domain: "supply", kind: "demand", id, version: 0, fields: { demandRef: id, reservations } }];
}

async function one(reads: SupplyReads, selector: Selector): Promise<Snapshot[]> {
  const { kind, id } = selector;
  if (kind === "stock") return stock(reads, id);
  if (kind === "demand") return demand(reads, id);
  if (kind === "item") {
    const item = await reads.item(id);
    return item ? [itemSnapshot(item)] : [];
  }
  if (kind === "location") {
    const location = findLocation(await reads.locations(), id);
    return location ? [locationSnapshot(location)] : [];
  }
  const record = kind === "reservation" ? await reads.reservation(id) : kind === "transfer" ? await reads.transfer(id) : undefined;
  const item = record ? await reads.item(record.sku) : undefined;
  if (!record || !item) return [];
  return ["fromLocation" in record ? transferSnapshot(record, item) : reservationSnapshot(record, item)];
}

/** Records behind selectors of kind stock, demand, item, location, reservation or transfer; what does not exist is left out. */
export async function readSnapshots(reads: SupplyReads, selectors: readonly Selector[]): Promise<Snapshot[]> {
  const found = new Map<string, Snapshot>();
  for (const selector of selectors) {
    if (selector.domain !== "supply") continue;
    for (const snapshot of await one(reads, selector)) found.set(`${snapshot.kind}|${snapshot.id}`, snapshot);
  }
  return [...found.values()];
}
