import type { Language } from "@quartermaster/shared/contracts";
import { CODE_SENTENCES } from "./code-sentences.ts";

const COLUMN: Partial<Record<Language, 0 | 1 | 2 | 3>> = { de: 0, fr: 1, es: 2, nl: 3 };
/** Keys, days and figures with their units: what a detail names, in any language. */
const NAMED =
  /\b[A-Z]{2,}[A-Z0-9]*(?:-[A-Z0-9]+)+(?:@\d+)?\b|\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?|\bUN\d{4}\b|\b\d+(?:\.\d+)?(?: (?:[A-Z]{2,3}|kg)\b)?/g;
const MOST = 12;

/** Ids, days and figures that a detail names, each once, in reading order. */
export const namedIn = (detail: string): string[] => [...new Set(detail.match(NAMED) ?? [])].slice(0, MOST);

/**
 * What stands against something, in the user's language: the meaning of the code and what the detail names. In English, and for a
 * code without a sentence, the detail itself.
 */
export function explainCode(code: string, detail: string, language: Language): string {
  const column = COLUMN[language];
  const sentence = column === undefined ? undefined : CODE_SENTENCES[code]?.[column];
  if (sentence === undefined) return detail;
  const named = namedIn(detail);
  return named.length > 0 ? `${sentence} (${named.join(", ")})` : sentence;
}
