import type { JsonObject } from "@quartermaster/shared/contracts";
import { RESULT_CHARS } from "./cut-result.ts";
import type { TextHandle } from "./journal.ts";

/** Name of a free text among what a task was tainted by. */
export const textSource = ({ record, field }: TextHandle): string => `${record}#${field}`.slice(0, 120);

// Half of a pair of code units is no character.
const endsInHalf = (text: string): boolean => /[\uD800-\uDBFF]$/.test(text);

/**
 * The part of a free text that a model is shown at once, and where to read on when it is not the last.
 * @param from first character, counted as JavaScript counts them; below the length of the text.
 */
export function textPart(text: TextHandle, from: number): JsonObject {
  const cut = text.value.slice(from, from + RESULT_CHARS);
  const part = cut.length > 1 && endsInHalf(cut) ? cut.slice(0, -1) : cut;
  const next = from + part.length;
  const left = text.value.length - next;
  return {
    record: text.record,
    field: text.field,
    untrustedText: part,
    ...(left > 0 ? { leftOutChars: left, handle: text.handle, next } : {}),
  };
}
