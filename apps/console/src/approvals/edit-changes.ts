import type { JsonObject } from "../api/types.ts";
import { decimalDifference } from "../text/format-number.ts";
import { type EditField, editFields } from "./edit-fields.ts";

/** A quantity that an edit changed; `after` is null when its line was left out. */
export interface EditChange {
  field: EditField;
  after: string | null;
}

/** Equal as numbers: how many zeros stand behind the point is no change. */
function isSame(before: string, after: string): boolean {
  const difference = decimalDifference(before, after);
  return difference === null ? before === after : !/[1-9]/.test(difference);
}

/** Pairs quantities of one item and unit: by position where none is missing, else first those that stayed, then the rest in order. */
function changesOf(before: readonly EditField[], after: readonly EditField[]): EditChange[] {
  if (before.length === after.length) return before.map((field, index) => ({ field, after: after[index]?.value ?? null }));
  const left = after.map((field) => field.value);
  const moved = before.filter((field) => {
    const at = left.findIndex((value) => isSame(field.value, value));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return moved.map((field, index) => ({ field, after: left[index] ?? null }));
}

/** What an edit changed, in the order of the instruction; several lines of one item stay apart. */
export function editChanges(from: JsonObject, to: JsonObject): EditChange[] {
  const [before, after] = [editFields(from), editFields(to)];
  const kindOf = (field: EditField): string => JSON.stringify([field.path[0] ?? "", field.of, field.unit]);
  const kinds = [...new Set(before.map(kindOf))];
  const changes = kinds.flatMap((kind) =>
    changesOf(
      before.filter((field) => kindOf(field) === kind),
      after.filter((field) => kindOf(field) === kind),
    ),
  );
  return changes
    .filter((change) => change.after === null || !isSame(change.field.value, change.after))
    .toSorted((a, b) => before.indexOf(a.field) - before.indexOf(b.field));
}
