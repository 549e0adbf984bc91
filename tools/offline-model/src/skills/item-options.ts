import { keysInHint } from "./units-in-hint.ts";

const MAX_OPTIONS = 8;

/** The items that an error lists as candidates, each with its name where it is told: "KX-7 (Ball valve), KX-8 (Gate valve)". */
export function itemOptions(hint: string): { label: string; text: string }[] {
  return keysInHint(hint)
    .slice(0, MAX_OPTIONS)
    .map((key) => {
      const behind = hint.slice(hint.indexOf(key) + key.length);
      // A name may hold brackets itself: it ends before the next key, or with the list.
      const name = /^ \((.+?)\)(?=,? (?:or )?[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+|[.\s]*$)/.exec(behind)?.[1];
      return { label: name === undefined ? key : `${key} (${name})`, text: key };
    });
}
