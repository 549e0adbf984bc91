import type { Tx } from "@quartermaster/shared/db";

export interface LedgerEntry {
  tenant: string;
  stock: string;
  deltaReserved: string;
  causeType: "grant" | "scheduled_change" | "inbound_event";
  causeId: string;
  at: string;
}

/** Moves the reserved balance of a row by a signed decimal and writes the ledger entry; gives the row's new version. */
export async function moveReserved(tx: Tx, entry: LedgerEntry): Promise<number> {
  const updated = await tx.query<{ version: number }>({
    name: "stock-move-reserved",
    text: "update stock set reserved = reserved + $2::numeric, version = version + 1 where id = $1 returning version",
    values: [entry.stock, entry.deltaReserved],
  });
  const version = updated.rows[0]?.version;
  if (version === undefined) throw new Error(`stock row ${entry.stock} is gone`);
  await tx.query({
    name: "stock-ledger-insert",
    text: `insert into stock_ledger (tenant, id, stock, delta_on_hand, delta_reserved, cause_type, cause_id, idempotency_key, at)
      values ($1, $2, $3, 0, $4, $5, $6, $6, $7)`,
    values: [
      entry.tenant,
      `LED-${entry.causeId}-${entry.stock}`,
      entry.stock,
      entry.deltaReserved,
      entry.causeType,
      entry.causeId,
      entry.at,
    ],
  });
  return version;
}

export interface NewReservation {
  tenant: string;
  id: string;
  sku: string;
  location: string;
  lot: string | null;
  stock: string;
  quantity: string;
  demandRef: string;
  owner: string;
  createdAt: string;
  expiresAt: string | null;
}

export async function insertReservation(tx: Tx, reservation: NewReservation): Promise<void> {
  await tx.query({
    name: "reservation-insert",
    text: `insert into reservations (tenant, id, sku, location, lot, stock, quantity, demand_ref, owner, state, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $11)`,
    values: [
      reservation.tenant,
      reservation.id,
      reservation.sku,
      reservation.location,
      reservation.lot,
      reservation.stock,
      reservation.quantity,
      reservation.demandRef,
      reservation.owner,
      reservation.createdAt,
      reservation.expiresAt,
    ],
  });
}

/** Sets quantity, state and end of a reservation; gives its new version. */
export async function updateReservation(
  tx: Tx,
  id: string,
  change: { quantity: string; state: "active" | "released"; expiresAt: string | null },
): Promise<number> {
  const updated = await tx.query<{ version: number }>({
    name: "reservation-update",
    text: "update reservations set quantity = $2::numeric, state = $3, expires_at = $4, version = version + 1 where id = $1 returning version",
    values: [id, change.quantity, change.state, change.expiresAt],
  });
  return updated.rows[0]?.version ?? 0;
}

/** Holds serial numbers for a transfer, or frees them with null. */
export async function holdSerials(tx: Tx, serials: readonly string[], transfer: string | null): Promise<void> {
  if (serials.length === 0) return;
  await tx.query({
    name: "serials-hold",
    text: "update serials set state = case when $2::text is null then 'in_stock' else 'reserved' end, held_for = $2, version = version + 1 where id = any ($1)",
    values: [serials, transfer],
  });
}
