import type { JsonValue } from "@quartermaster/shared/contracts";

/** A part of a result that was not shown: the list at `path` from this position on, or its JSON text from this character on. */
export interface CutPart {
  path: (string | number)[];
  from: number;
  asText?: true;
}

export interface CutResult {
  shown: JsonValue;
  parts: CutPart[];
}

/** What the model sees of one result at most, in characters. */
export const RESULT_CHARS = 16_000;
const MAX_ROUNDS = 40;

interface Found {
  list: JsonValue[];
  path: (string | number)[];
}

function longestList(value: JsonValue, path: (string | number)[] = []): Found | null {
  if (typeof value !== "object" || value === null) return null;
  const inside = Object.entries(value).map(([key, member]) => longestList(member, [...path, Array.isArray(value) ? Number(key) : key]));
  const own = Array.isArray(value) && value.length > 1 ? { list: value, path } : null;
  return [own, ...inside].reduce((longest, one) => (one && one.list.length > (longest?.list.length ?? 0) ? one : longest), null);
}

const reaches = (root: JsonValue, { list, path }: Found): boolean =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], root) === list;

/**
 * What the model sees of a large result: long lists keep their beginning and say how many were left out, a text or an object
 * without lists keeps its beginning. Each place that was cut names the handle to read on from.
 * @param handle name for the n-th part that was cut; null where nothing can be read on.
 */
export function cutResult(value: JsonValue, handle: (part: number) => string | null, maxChars = RESULT_CHARS): CutResult {
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  if (whole.length <= maxChars) return { shown: value, parts: [] };
  const copy = JSON.parse(JSON.stringify(value)) as JsonValue;
  const cut = new Map<JsonValue[], { found: Found; leftOut: number }>();
  let size = whole.length;
  for (let round = 0; round < MAX_ROUNDS && size > maxChars; round++) {
    const found = longestList(copy);
    if (!found) break;
    const removed = found.list.splice(Math.max(1, Math.floor(found.list.length / 2)));
    cut.set(found.list, { found, leftOut: (cut.get(found.list)?.leftOut ?? 0) + removed.length });
    size = JSON.stringify(copy).length;
  }
  const hintOf = (name: string | null) =>
    name === null
      ? { hint: "Narrow the filter to see them." }
      : { more: name, hint: "Narrow the filter, or read on with read_more if you need the rest." };
  if (size > maxChars * 2) {
    const name = handle(0);
    const shown = { cut: true, beginning: whole.slice(0, maxChars), leftOutChars: whole.length - maxChars, ...hintOf(name) };
    return { shown, parts: name === null ? [] : [{ path: [], from: maxChars, asText: true }] };
  }
  // A list that went with the tail of a longer one around it is read on with that one.
  const there = [...cut.values()].filter(({ found }) => reaches(copy, found));
  const parts = there.map(({ found }): CutPart => ({ path: found.path, from: found.list.length }));
  const names = there.map((_, index) => handle(index));
  for (const [index, { found, leftOut }] of there.entries()) found.list.push({ leftOut, ...hintOf(names[index] ?? null) });
  return { shown: copy, parts: names.some((name) => name === null) ? [] : parts };
}
