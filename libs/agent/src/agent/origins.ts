import type { Brief, JsonObject, JsonValue, Origin } from "@quartermaster/shared/contracts";
import { pastedSource, saidByRequester } from "./said-by-requester.ts";
import { fieldsWithoutMemory, memoryOf } from "./task-memory.ts";
import type { TaskState } from "./task-state.ts";

/** Every leaf of a value with its JSON pointer. */
export function leaves(value: JsonValue, pointer = ""): { pointer: string; value: string | number | boolean }[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, `${pointer}/${index}`));
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, member]) =>
      leaves(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
  }
  return [{ pointer, value }];
}

/** A leaf's place without its places in lists: "/lines/0/sku" → "lines.sku", as tools declare their arguments. */
export const dotted = (pointer: string): string =>
  pointer
    .split("/")
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .join(".");

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** True when the value stands in the text as a word of its own. */
export function occursIn(value: string, text: string): boolean {
  const wanted = fold(value).trim();
  if (wanted === "") return false;
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(wanted)}(?![\\p{L}\\p{N}])`, "u").test(fold(text));
}

/** Tells where an argument value came from. Later calls see more, so make one per call. */
export interface OriginFinder {
  find(value: string | number | boolean): Origin;
  /** True when nothing explains the value but, at most, a record that a free text led to. */
  isUnexplained(value: string | number | boolean): boolean;
}

function requesterWords(brief: Brief): string {
  const { entities, limits, structured, actionKinds } = brief.intent;
  // Known steps are the requester's own words; what a rule added to them is not.
  const steps = structured ? brief.calls.filter((call) => actionKinds.includes(call.tool)) : [];
  return [
    ...steps.flatMap((call) => leaves(call.args).map((leaf) => String(leaf.value))),
    saidByRequester(brief).own,
    ...entities.flatMap((entity) => [entity.id, entity.text]),
    ...limits.quantities.flatMap((limit) => [limit.quantity, limit.uom ?? ""]),
    ...limits.dates,
    ...leaves(fieldsWithoutMemory(brief)).map((leaf) => String(leaf.value)),
    // What a user once asked to remember is the user's own word.
    ...memoryOf(brief).facts.map(({ fact }) => (typeof fact.value === "string" ? fact.value : fact.value.id)),
  ].join("\n");
}

/**
 * Classifies values in the order requester, clean record, free text, record reached through free text, and `fallback`.
 * A record that was looked up with a value from a free text proves nothing: otherwise the text could launder its value
 * by having it read once.
 */
export function createOriginFinder(brief: Brief, state: TaskState, fallback: "agent" | "computed"): OriginFinder {
  const words = requesterWords(brief);
  const { quoted } = saidByRequester(brief);
  const opened = state.texts.filter((text) => state.openedTexts.includes(text.handle));
  const index = (trusted: boolean): Map<string, string> => {
    const found = new Map<string, string>();
    const clean = trusted ? brief.facts.results : [];
    const snapshots = [...clean, ...state.records.filter((record) => record.trusted === trusted).map((record) => record.snapshot)];
    for (const snapshot of snapshots) {
      const name = `${snapshot.id}@${snapshot.version}`;
      found.set(fold(snapshot.id), name);
      for (const leaf of leaves(snapshot.fields as JsonObject))
        if (!found.has(fold(String(leaf.value)))) found.set(fold(String(leaf.value)), name);
    }
    return found;
  };
  const cleanRecords = index(true);
  const dirtyRecords = index(false);
  return {
    find(value) {
      const text = String(value);
      if (text.startsWith("@")) return { kind: "computed", text: text.slice(0, 400) };
      if (occursIn(text, words)) return { kind: "requester", text: text.slice(0, 400) };
      const clean = cleanRecords.get(fold(text));
      if (clean !== undefined) return { kind: "record", record: clean };
      const pasted = quoted.some((part) => occursIn(text, part));
      if (pasted) return { kind: "untrusted", record: pastedSource(brief), text: text.slice(0, 400) };
      const source = opened.find((handle) => occursIn(text, handle.value));
      if (source) return { kind: "untrusted", record: `${source.record}#${source.field}`.slice(0, 120), text: text.slice(0, 400) };
      const dirty = dirtyRecords.get(fold(text));
      if (dirty !== undefined) return { kind: "record", record: dirty };
      return { kind: fallback };
    },
    isUnexplained(value) {
      const text = String(value);
      return !text.startsWith("@") && !occursIn(text, words) && !cleanRecords.has(fold(text));
    },
  };
}

/**
 * Origin of every leaf of the canonical arguments. What the tool knows (computed, record) counts, except where the value as
 * the model gave it came from a free text only.
 */
export function originsOf(
  canonical: JsonObject,
  raw: JsonObject,
  fromTool: Record<string, Origin>,
  finder: OriginFinder,
): Record<string, Origin> {
  const given = new Map(leaves(raw).map((leaf) => [leaf.pointer, finder.find(leaf.value)]));
  const out: Record<string, Origin> = {};
  for (const leaf of leaves(canonical)) {
    const before = given.get(leaf.pointer);
    const own = finder.find(leaf.value);
    if (before?.kind === "untrusted") out[leaf.pointer] = before;
    else if (own.kind === "requester" || before?.kind === "requester")
      out[leaf.pointer] = own.kind === "requester" ? own : (before as Origin);
    else out[leaf.pointer] = fromTool[leaf.pointer] ?? (own.kind === "agent" && before ? before : own);
  }
  return out;
}
