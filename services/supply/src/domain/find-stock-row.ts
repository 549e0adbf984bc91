import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";
import type { StockPolicy, StockRow } from "./stock.ts";

export interface FoundPlace {
  ok: true;
  item: Item;
  location: Location;
  policy: StockPolicy | undefined;
  /** All rows of the item at the place, by id. */
  rows: StockRow[];
}

/** Item, place, policy and every row of the item there; the rows are locked in an execution. */
export async function readPlace(reads: SupplyReads, given: { sku: string; location: string }): Promise<FoundPlace | Rejection> {
  const found = await resolveItem(reads, given.sku);
  if (!found.ok) return found;
  const place = await resolveLocation(reads, given.location, "location");
  if (!place.ok) return place;
  const { item } = found;
  const { location } = place;
  const rows = await reads.stock({ sku: item.sku, location: location.id });
  const [policy] = await reads.policies({ sku: item.sku, location: location.id });
  return { ok: true, item, location, policy, rows };
}

/** The one row that is meant among the candidates; a lot must be named when several are there. */
export function chooseRow(
  place: FoundPlace,
  candidates: readonly StockRow[],
  lot: string | undefined,
): { ok: true; row: StockRow } | Rejection {
  const { item, location, rows } = place;
  const named = lot === undefined ? candidates : candidates.filter((row) => row.lot?.toUpperCase() === lot.toUpperCase());
  const [row, another] = named;
  if (row && !another) return { ok: true, row };
  const lots = [
    ...new Set((named.length > 0 ? named : rows).flatMap((known) => (known.lot === null ? [] : [`${known.lot} (${known.status})`]))),
  ];
  const shown = lots.length > 0 ? ` Lots there: ${lots.join(", ")}.` : "";
  if (another) return reject("ambiguous_lot", `Several lots of ${item.sku} are at ${location.id}; name one.${shown}`, "lot");
  if (lot !== undefined) return reject("unknown_lot", `No such stock of ${item.sku} lot ${lot} is at ${location.id}.${shown}`, "lot");
  return reject("no_such_stock", `No such stock of ${item.sku} is at ${location.id}.${shown}`, "location");
}
