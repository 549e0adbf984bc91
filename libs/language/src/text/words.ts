import { fold } from "./fold.ts";
import type { Span } from "./span.ts";

/** One word of a text: as written and folded. */
export interface Word extends Span {
  text: string;
  folded: string;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const ELISION = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu)'(?=.)/;

/** Splits a text into words; French elisions (l'acide, d'Anvers) become two words. */
export function words(text: string): Word[] {
  const result: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const folded = fold(match[0]);
    const elision = ELISION.exec(folded)?.[0].length ?? 0;
    if (elision > 0) result.push({ text: match[0].slice(0, elision), folded: folded.slice(0, elision), start, end: start + elision });
    result.push({ text: match[0].slice(elision), folded: folded.slice(elision), start: start + elision, end: start + match[0].length });
  }
  return result;
}
