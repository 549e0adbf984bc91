import type { JsonValue } from "@quartermaster/shared/contracts";
import { type CutPart, cutResult } from "./cut-result.ts";

/** A part of a result that was not shown yet, as the journal keeps it: where it lies, not what it is. */
export interface MorePart extends CutPart {
  handle: string;
  /** Where the path starts: at what this handle reads on with. Without it at the result of the same entry. */
  of?: string;
}

/** A handle with the list or text behind it, and where in it to read on. */
export interface MoreHandle {
  handle: string;
  value: JsonValue[] | string;
  from: number;
}

const at = (root: JsonValue, path: readonly (string | number)[]): JsonValue =>
  path.reduce<JsonValue>((value, key) => (value as Record<string | number, JsonValue> | null)?.[key] ?? null, root);

const asText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

const restOf = (handle: MoreHandle): JsonValue => handle.value.slice(handle.from);

/** Handles of an entry's parts, from the entry's own result or from handles known before. */
export function openHandles(parts: readonly MorePart[], result: JsonValue, known: readonly MoreHandle[]): MoreHandle[] {
  return parts.map(({ handle, of, path, from, asText: text }) => {
    const parent = known.find((one) => one.handle === of);
    const value = at(parent ? restOf(parent) : result, path);
    return { handle, value: text ? asText(value) : Array.isArray(value) ? value : [], from };
  });
}

function cutAndName(value: JsonValue, known: readonly MoreHandle[], of: string | undefined): { shown: JsonValue; more: MorePart[] } {
  const name = (part: number) => `more_${known.length + part + 1}`;
  const { shown, parts } = cutResult(value, name);
  return { shown, more: parts.map((part, index) => ({ handle: name(index), ...(of === undefined ? {} : { of }), ...part })) };
}

/** Cuts a result for the model, with a handle for each place that was cut. */
export const cutWithHandles = (result: JsonValue, known: readonly MoreHandle[]) => cutAndName(result, known, undefined);

/** The next part behind a handle, cut again where it is still too long. */
export const readOn = (handle: MoreHandle, known: readonly MoreHandle[]) => cutAndName(restOf(handle), known, handle.handle);
