import type { Card } from "../card/card.ts";

function* leaves(value: unknown, key = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [key, value];
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item, key);
  else if (typeof value === "object" && value !== null) for (const [name, member] of Object.entries(value)) yield* leaves(member, name);
}

/** Text as a database column takes it: only the character 0 is refused there. The card keeps the original. */
export const storable = (text: string): string => text.replaceAll(String.fromCharCode(0), "\u2400");

/** Places stand in the order of the way, whatever the order of the arguments: a route read backwards misleads who decides. */
const routeRank = (key: string): number => (/^(from|origin)/i.test(key) ? 0 : /^(to|destination)/i.test(key) ? 2 : 1);

/** What the queue filters and searches by, taken from a card's args, names and headline. */
export function searchFields(card: Card): { skus: string[]; locations: string[]; text: string; summary: string } {
  const all = [...leaves(card.args)];
  const skus = new Set(all.filter(([key]) => key === "sku" || key === "skus").map(([, value]) => storable(value)));
  const places = all.filter(([key]) => /location|origin|destination/i.test(key)).sort(([a], [b]) => routeRank(a) - routeRank(b));
  const locations = new Set(places.map(([, value]) => storable(value)));
  const text = storable([card.headline, ...all.map(([, value]) => value), ...Object.values(card.names)].join(" ").toLowerCase()).slice(
    0,
    2_000,
  );
  const route = [...locations].slice(0, 2).join(" → ");
  return {
    skus: [...skus],
    locations: [...locations],
    text,
    summary: [[...skus].slice(0, 3).join(", "), route].filter(Boolean).join(" · "),
  };
}
