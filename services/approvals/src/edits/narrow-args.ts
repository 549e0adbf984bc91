import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { compare, formatDecimal, parseDecimal, type Rational, ZERO } from "@quartermaster/shared/quantity";

/** What is wrong with a place of edited args, by stable code. */
export const EDIT_FAULTS = {
  not_decimal: "must be decimal text",
  not_positive: "must be more than 0",
  more_than_before: "must not be more than before",
  none_left: "at least one must stay",
  not_there_before: "was not there before",
  must_stay: "must stay as it is",
} as const;
export type EditFault = keyof typeof EDIT_FAULTS;

/** A place in edited args where they ask for something else than fewer of the same. */
export interface Widening {
  /** JSON pointer into args. */
  path: string;
  code: EditFault;
  message: string;
}

const fault = (path: string, code: EditFault): Widening => ({ path, code, message: EDIT_FAULTS[code] });

export interface Narrowed {
  /** The edited args with every quantity in its plain form. */
  args: JsonObject;
  faults: Widening[];
  /** True when something is less than before. */
  changed: boolean;
}

/** Lists whose members stand for themselves, so that leaving one out asks for less. */
const LISTS = new Set(["lines", "changes", "skus"]);
/** Tools whose quantity is the new total of a line: less of it may change more, so the previews are compared instead. */
const ABSOLUTE = new Set(["change_lines"]);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isReference = (value: JsonValue | undefined): boolean => isObject(value) && isObject(value.$ref);
const pointer = (path: string, key: string | number): string => `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

interface Walk {
  absolute: boolean;
  faults: Widening[];
  changed: boolean;
}

function quantity(walk: Walk, path: string, before: Rational, text: JsonValue | undefined): JsonValue {
  const after = typeof text === "string" && text.length <= 40 ? parseDecimal(text) : null;
  const plain = after === null ? null : formatDecimal(after);
  if (after === null || plain === null) walk.faults.push(fault(path, "not_decimal"));
  // A line that goes to 0 may stay so; what may not become 0 is one that did not.
  else if (compare(after, before) === 0) return plain;
  else if (compare(after, ZERO) <= 0) walk.faults.push(fault(path, "not_positive"));
  else if (!walk.absolute && compare(after, before) > 0) walk.faults.push(fault(path, "more_than_before"));
  else walk.changed = true;
  return plain ?? text ?? null;
}

/** Pairs every member of the shorter list with one of the longer, in order; null when one has no partner. */
function list(walk: Walk, path: string, before: readonly JsonValue[], after: readonly JsonValue[]): JsonValue[] {
  if (after.length === 0) walk.faults.push(fault(path, "none_left"));
  if (after.length < before.length) walk.changed = true;
  let from = 0;
  return after.map((member, index) => {
    for (let at = from; at < before.length; at++) {
      const trial: Walk = { ...walk, faults: [] };
      const value = visit(trial, pointer(path, index), "", before[at] ?? null, member);
      if (trial.faults.length > 0 && at < before.length - 1) continue;
      walk.faults.push(...trial.faults);
      walk.changed ||= trial.changed;
      from = at + 1;
      return value;
    }
    walk.faults.push(fault(pointer(path, index), "not_there_before"));
    return member;
  });
}

function visit(walk: Walk, path: string, key: string, before: JsonValue, after: JsonValue | undefined): JsonValue {
  if (key === "quantity" && typeof before === "string") {
    const old = parseDecimal(before);
    if (old !== null) return quantity(walk, path, old, after);
  }
  if (Array.isArray(before) && Array.isArray(after) && LISTS.has(key)) return list(walk, path, before, after);
  if (isObject(before) && isObject(after) && !isReference(before)) {
    const result: { [key: string]: JsonValue } = {};
    for (const [name, value] of Object.entries(before)) result[name] = visit(walk, pointer(path, name), name, value, after[name]);
    for (const name of Object.keys(after))
      if (!Object.hasOwn(before, name)) walk.faults.push(fault(pointer(path, name), "not_there_before"));
    return result;
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) walk.faults.push(fault(path, "must_stay"));
  return after ?? null;
}

/**
 * Holds edited args against those on the card: they may name smaller quantities and leave members of lists out, and change nothing
 * else. Of tools whose quantity is a new total any amount passes here; `widensBecause` judges it by what would change.
 */
export function narrowArgs(tool: string, before: JsonObject, after: JsonObject): Narrowed {
  const walk: Walk = { absolute: ABSOLUTE.has(tool), faults: [], changed: false };
  const args = visit(walk, "", "", before, after) as JsonObject;
  return { args, faults: walk.faults, changed: walk.changed };
}

/** Edited args with the references of a newer plan of the step: a reference may have become the id that it stood for. */
export function withReferencesOf(planned: JsonObject, edited: JsonObject): JsonObject {
  const now = (name: string, value: JsonValue): JsonValue => {
    const id = planned[name];
    return isReference(value) && id !== undefined && (typeof id === "string" || isReference(id)) ? id : value;
  };
  return Object.fromEntries(Object.entries(edited).map(([name, value]) => [name, now(name, value)]));
}

/**
 * True when args that a new plan revision brings ask for what an edit asked for, or for less: another edit may have lessened the step
 * too. Of a new total only the same will do.
 */
export function followsEdit(tool: string, edited: JsonObject, planned: JsonObject): boolean {
  if (isSame(edited, planned)) return true;
  return !ABSOLUTE.has(tool) && narrowArgs(tool, withReferencesOf(planned, edited), planned).faults.length === 0;
}

function isSame(edited: JsonValue, planned: JsonValue): boolean {
  if (isReference(edited)) return typeof planned === "string" || isReference(planned);
  if (Array.isArray(edited))
    return Array.isArray(planned) && edited.length === planned.length && edited.every((item, at) => isSame(item, planned[at] ?? null));
  if (isObject(edited)) {
    if (!isObject(planned)) return false;
    const names = new Set([...Object.keys(edited), ...Object.keys(planned)]);
    return [...names].every((name) => isSame(edited[name] ?? null, planned[name] ?? null));
  }
  return edited === planned;
}
