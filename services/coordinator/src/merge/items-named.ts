import { matchedWords } from "./matched-words.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Names of all items that the agents read anything of, with their keys in front. */
export function itemNames(index: SnapshotIndex): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, id, fields } of index.all()) {
    const sku = kind === "item" ? id : kind === "stock" ? fields.sku : null;
    if (typeof sku !== "string") continue;
    if (typeof fields.name === "string" || !names.has(sku)) names.set(sku, `${sku} ${String(fields.name ?? "")}`.trim());
  }
  return names;
}

/** Positions next to each other, as one name has them: "ball valves" is one name, "valves and bearings" are two. */
function runsOf(positions: ReadonlySet<number>): number[][] {
  const runs: number[][] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === position - 1) last.push(position);
    else runs.push([position]);
  }
  return runs;
}

/**
 * The items that words name where they name this one, itself included: it alone when some of the words are no other's name as well,
 * several when a choice is left, none when the words do not name it.
 */
export function itemsNamed(words: readonly string[], sku: string, names: ReadonlyMap<string, string>): string[] {
  const matched = new Map([...names].map(([key, name]) => [key, matchedWords(words, name)] as const));
  const named = runsOf(matched.get(sku) ?? new Set()).map((run) =>
    [...matched].flatMap(([key, positions]) => (run.every((position) => positions.has(position)) ? [key] : [])),
  );
  return named.reduce<string[]>((best, keys) => (best.length === 0 || keys.length < best.length ? keys : best), []).sort();
}
