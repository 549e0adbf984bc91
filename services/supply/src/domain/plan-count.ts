import type { RequestCycleCountArgs } from "./arguments.ts";
import { dateOf } from "./days.ts";
import type { Item } from "./item.ts";
import type { Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Rejection, reject } from "./problem.ts";
import { resolveItem, resolveLocation } from "./resolve.ts";

export interface CountPlan {
  ok: true;
  args: RequestCycleCountArgs;
  location: Location;
  /** By sku. */
  items: Item[];
}

/** Works out which items at which place people are asked to count. */
export async function planCount(reads: SupplyReads, given: RequestCycleCountArgs, businessNow: string): Promise<CountPlan | Rejection> {
  const place = await resolveLocation(reads, given.location, "location");
  if (!place.ok) return place;
  const items = new Map<string, Item>();
  for (const [index, sku] of given.skus.entries()) {
    const found = await resolveItem(reads, sku, `skus.${index}`);
    if (!found.ok) return found;
    items.set(found.item.sku, found.item);
  }
  if (dateOf(given.completeBy) < dateOf(businessNow))
    return reject("date_in_the_past", `${given.completeBy} is over already.`, "completeBy");
  const sorted = [...items.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
  const args = { location: place.location.id, skus: sorted.map((item) => item.sku), completeBy: given.completeBy };
  return { ok: true, args, location: place.location, items: sorted };
}
