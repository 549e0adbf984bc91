import type { Target, World } from "./world.ts";

type Item = Record<string, unknown>;

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);
const named = (value: unknown, id: string): value is Item => isItem(value) && (value.id === id || value.sku === id || value.user === id);

/** Every record of the value that carries the id, lists of that name first, at any depth. */
function recordsWith(value: unknown, collection: string, id: string): Item[] {
  if (Array.isArray(value)) return value.flatMap((entry) => [...(named(entry, id) ? [entry] : []), ...recordsWith(entry, collection, id)]);
  if (!isItem(value)) return [];
  const entries = Object.entries(value);
  const own = entries.filter(([name]) => name === collection);
  const others = entries.filter(([name]) => name !== collection);
  // Some tables are keyed by the id instead of listing it.
  const keyed = own.flatMap(([, table]) => (isItem(table) && isItem(table[id]) ? [table[id]] : []));
  return [...keyed, ...[...own, ...others].flatMap(([, member]) => recordsWith(member, collection, id))];
}

/** Sets the member behind the path; what is missing on the way is made. */
function assign(record: Item, path: readonly string[], payload: string): void {
  let at: Item = record;
  for (const name of path.slice(0, -1)) {
    if (typeof at[name] !== "object" || at[name] === null) at[name] = {};
    at = at[name] as Item;
  }
  at[path.at(-1) as string] = payload;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Writes the string into a copy of the world.
 * @returns null when no record of the world has the id.
 */
export function writeField(world: World, target: Target, payload: string): World | null {
  const copy = structuredClone(world);
  const record = recordsWith({ [target.collection]: copy[target.collection], ...copy }, target.collection, target.id)[0];
  if (!record) return null;
  const path = target.field.split(/[.[\]/]+/).filter((part) => part !== "");
  const first = path[0];
  if (first === undefined) return null;
  const known = first in record ? first : snake(first);
  assign(record, [known, ...path.slice(1)], payload);
  return copy;
}
