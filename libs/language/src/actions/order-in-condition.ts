import type { Language } from "@quartermaster/shared/contracts";
import { findIds } from "../names/find-ids.ts";
import { fold } from "../text/fold.ts";
import { VERBS, type VerbClass } from "./verbs-table.ts";

/** Verbs that tell what happens as often as they order it. */
const NO_ORDER: ReadonlySet<VerbClass> = new Set(["leave", "approve", "evidence", "resolve", "receive"]);

/**
 * What seems to be the order in words that nothing parts from their condition ("if SHP-9 is late cancel SHP-10"): the last deed with the
 * key behind it, or before it where a language ends an order with its verb. Null where no key is left for the condition. It is a guess:
 * show it to the user.
 */
export function orderInCondition(text: string, language: Language): string | null {
  const folded = fold(text);
  const ids = findIds(text);
  const verbs = [...VERBS].flatMap(([verb, pattern]) =>
    NO_ORDER.has(verb) ? [] : [...folded.matchAll(pattern)].map(({ index, 0: word }) => ({ start: index, end: index + word.length })),
  );
  const last = verbs
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .findLast(({ start }) => !verbs.some((one) => one.start < start && one.end > start));
  if (!last) return null;
  const behind = ids.some((id) => id.start >= last.end);
  const isLast = (language === "de" || language === "nl") && folded.slice(last.end).trim() === "";
  const start = behind ? last.start : isLast ? (ids.at(-1)?.start ?? -1) : -1;
  return start > 0 && ids.some((id) => id.end <= start) ? text.slice(start).trim() : null;
}
