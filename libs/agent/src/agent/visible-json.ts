import type { JsonValue } from "@quartermaster/shared/contracts";

/** Longest value of a record that a model is shown as it is; longer words belong behind a handle. */
export const VALUE_CHARS = 400;

// What no reader sees: control, format, separator, private and unassigned characters, halves of pairs, and the blank letters,
// variation selectors and tags that those categories leave out.
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u1680\u2000-\u200A\u205F\u3000\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u17B4\u17B5]|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}]/gu;

// Spaces that stand in ordinary words and numbers and only forbid a break: to a reader they are spaces.
const NO_BREAK = /[\u00A0\u202F]/g;

const nameOf = (char: string): string => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** A value of a record as a model is shown it: hidden characters by name, and not longer than a value is. */
export function visibleText(text: string, maxChars = VALUE_CHARS): string {
  const shown = text.replace(NO_BREAK, " ").replace(HIDDEN, nameOf);
  if (shown.length <= maxChars) return shown;
  const kept = shown.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${shown.length - kept.length} more)`;
}

/**
 * The same JSON value with every text in it visible and bounded. Names of articles and places are written by people elsewhere
 * and are no more trusted than notes; they are shown, since an answer needs them, but nothing in them can hide or go on for pages.
 */
export function visibleJson(value: JsonValue): JsonValue {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visibleJson(member)]));
}
