import type { ApplyContext } from "@quartermaster/executor";
import type { LedgerEntry, NewReservation } from "../adapters/write-stock.ts";
import type { Taking } from "../domain/assess-taking.ts";

/** Ledger entry of a change of the reserved balance by this grant. */
export const movement = (context: ApplyContext, stock: string, deltaReserved: string): LedgerEntry => ({
  tenant: context.tenant,
  stock,
  deltaReserved,
  causeType: "grant",
  causeId: context.grantId,
  at: context.businessNow,
});

/** A new reservation of the units that are taken. */
export const reservationOf = (
  taking: Taking,
  own: { id: string; demandRef: string; expiresAt: string | null },
  context: ApplyContext,
): NewReservation => ({
  tenant: context.tenant,
  sku: taking.row.sku,
  location: taking.row.location,
  lot: taking.row.lot,
  stock: taking.row.id,
  quantity: taking.base,
  owner: context.grantId,
  createdAt: context.businessNow,
  ...own,
});
