import type { Item } from "./item.ts";
import { findLocation, type Location } from "./location.ts";
import type { SupplyReads } from "./ports.ts";
import { type Rejection, reject } from "./problem.ts";

/** The item behind a sku, or behind words that only one item's name holds. */
export async function resolveItem(reads: SupplyReads, text: string, path = "sku"): Promise<{ ok: true; item: Item } | Rejection> {
  const item = await reads.item(text);
  if (item) return { ok: true, item };
  const found = await reads.searchItems(text);
  const only = found.length === 1 ? found[0] : undefined;
  if (only) return { ok: true, item: only };
  if (found.length > 1)
    return reject("ambiguous_sku", `${text} may be ${found.map((candidate) => `${candidate.sku} (${candidate.name})`).join(", ")}`, path);
  return reject("unknown_sku", `There is no sku ${text}.`, path);
}

/** The own place behind an id, UN/LOCODE or alias. */
export async function resolveLocation(
  reads: SupplyReads,
  text: string,
  path: string,
): Promise<{ ok: true; location: Location } | Rejection> {
  const locations = await reads.locations();
  const location = findLocation(locations, text);
  if (location) return { ok: true, location };
  return reject(
    "unknown_location",
    `${text} is none of our places: ${locations.map((known) => `${known.id} ${known.name}`).join(", ")}.`,
    path,
  );
}
