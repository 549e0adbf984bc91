import type { ReserveStockArgs } from "./arguments.ts";
import { assessTaking, type Taking } from "./assess-taking.ts";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";
import type { Reservation, StockPolicy } from "./stock.ts";

export interface ReservationPlan {
  ok: true;
  /** Ids resolved; the quantity stays in the unit given. */
  args: ReserveStockArgs;
  item: Item;
  location: Location;
  policy: StockPolicy | undefined;
  taking: Taking;
  /** The demand's active reservation, which grows. */
  existing: Reservation | undefined;
}

/** Works out what reserving would do. Same reads in the same order for dry run, preview and execution. */
export async function planReservation(
  reads: SupplyReads,
  given: ReserveStockArgs,
  businessNow: string,
): Promise<ReservationPlan | Rejection> {
  const found = await resolveItem(reads, given.sku);
  if (!found.ok) return found;
  const place = await resolveLocation(reads, given.location, "location");
  if (!place.ok) return place;
  const { item } = found;
  const { location } = place;
  if (given.expiresAt !== undefined && Date.parse(given.expiresAt) <= Date.parse(businessNow))
    return reject("expires_in_the_past", `${given.expiresAt} is over already.`, "expiresAt");
  const rows = await reads.stock({ sku: item.sku, location: location.id });
  const [policy] = await reads.policies({ sku: item.sku, location: location.id });
  const taking = assessTaking({
    item,
    location,
    rows,
    policy,
    quantity: given.quantity,
    uom: given.uom,
    lot: given.lot ?? null,
    day: dateOf(businessNow),
  });
  if (!taking.ok) return taking;
  const args: ReserveStockArgs = {
    sku: item.sku,
    location: location.id,
    quantity: given.quantity,
    uom: taking.uom,
    ...(taking.lotMatters && taking.row.lot !== null ? { lot: taking.row.lot } : {}),
    demandRef: given.demandRef.trim(),
    ...(given.expiresAt === undefined ? {} : { expiresAt: given.expiresAt }),
  };
  const existing = await reads.activeReservation(args.demandRef, item.sku, location.id, taking.row.lot);
  return { ok: true, args, item, location, policy, taking, existing };
}
