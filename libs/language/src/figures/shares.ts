import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { blank, overlaps, type Span } from "../text/span.ts";
import { isNamedNumber } from "./day-context.ts";
import { isSize } from "./measure-ahead.ts";
import { phoneNumbers } from "./phone-numbers.ts";

/** Words for a part of a whole, of which only records could tell how much it is. */
const SHARE = new RegExp(
  [
    "(?:one )?half(?= (?:of|the|it|them|an?)\\b)|(?:a|one|two) (?:thirds?|quarters?)(?= of)|most of|part of|some of|(?:the )?rest of|a few of|a couple of|several of|\\d{1,3} ?(?:%|percent|per cent) of",
    "(?:die )?halfte|ein(?:en)? (?:drittel|viertel)|(?:den )?grosteil|einen teil|den rest|ein paar|einige|\\d{1,3} ?(?:%|prozent) (?:der|des|von)",
    "(?<![\\d/])[1-9]/(?:[2-9]|10)(?= (?:of|der|des|von|de|du|del|van)\\b)",
    "(?:la )?moitie|(?:un|le) (?:tiers|quart)(?= d)|la plupart|une partie|le reste|quelques(?:-un\\w*)?|\\d{1,3} ?(?:%|pour cent) d[eu]s?",
    "(?:la )?mitad|un (?:tercio|cuarto) de|la mayor parte|una parte|el resto|algun[oa]s|un[oa]s cuant[oa]s|\\d{1,3} ?(?:%|por ciento) de",
    "(?:de )?helft|een (?:derde|kwart) van|het grootste deel|een deel|de rest|een paar|enkele|\\d{1,3} ?(?:%|procent) van",
  ]
    .map((words) => `\\b(?:${words})(?![\\p{L}-])`)
    .join("|"),
  "gu",
);

/** Amounts that are bounds or guesses: "up to 20", "between 10 and 20", "all but 20", "10-20". */
const RANGE =
  /\b(?:up to|at most|no more than|maximum|max\.?|at least|minimum|between|about|around|roughly|approximately|approx\.?|all (?:of it )?but|circa|ca\.?|etwa|ungefahr|rund|mindestens|hochstens|maximal|bis zu|bis auf|zwischen|environ|a peu pres|jusqu'a|au plus|au moins|tout sauf|entre|unos|unas|aproximadamente|alrededor de|como maximo|al menos|tod[oa]s? menos|ongeveer|zo'n|maximaal|minstens|hoogstens|tussen|alles behalve) \d[\d.,]*(?: (?:and|und|et|y|en) \d[\d.,]*)?|(?<![\p{L}\d-])\d{1,6} ?- ?\d{1,6}(?![\p{L}\d-])/gu;

/** Amounts that have to be worked out first: "1½ dozen", "1/2 dozen", "anderthalb Dutzend", "2x5", "10^2". */
const TO_WORK_OUT =
  /(?<![\p{L}\d-])\d{0,6} ?[\u00bc-\u00be\u2150-\u215e]|(?<![\p{L}\d.-])\d{1,6} ?[x*\u00d7] ?\d{1,6}(?![\p{L}\d-])(?![.,]\d)|(?<![\p{L}\d-])\d{1,6} ?\^ ?\d{1,3}|\b(?:anderthalb|(?:ein|zwei|drei|vier|funf)einhalb|anderhalve?)\b|\b(?:et|y) demie?\b|\by medi[oa]\b|\band a half\b/gu;

/** A fraction of a dozen looks like a day, so it is looked for in spite of what was taken for one. */
const OF_A_DOZEN = /(?<![\d/.-])\d{1,3} ?[/\u2044] ?\d{1,3}(?= ?(?:dozen|dutzend|douzaine|docena|dozijn))/gu;

/**
 * Finds shares and bounds that a text names in place of an amount ("half of", "20 % of", "up to 20").
 *
 * @param taken days and keys of the text, whose figures are none
 */
export function sharesIn(text: string, taken: readonly Span[] = []): (Span & { text: string })[] {
  const folded = fold(blank(text, taken));
  const phones = phoneNumbers(folded);
  // "0-16 bar" and "at least 8 °C" are sizes, and a telephone is no range.
  const isOther = (span: Span) => {
    const first = /\d[\d.,]*/.exec(folded.slice(span.start, span.end));
    const at = span.start + (first?.index ?? 0);
    const before = folded.slice(0, at);
    return (
      isSize(before, folded.slice(at + (first?.[0].length ?? 0))) || isNamedNumber(before) || phones.some((one) => overlaps(one, span))
    );
  };
  const ranges = matchesOf(folded, RANGE).filter(({ span }) => !isOther(span));
  // Folding takes a fraction apart, so it is looked for as it was written, too.
  const written = [...matchesOf(blank(text, taken).toLowerCase(), TO_WORK_OUT), ...matchesOf(text.toLowerCase(), OF_A_DOZEN)];
  const workedOut = [...written, ...matchesOf(folded, TO_WORK_OUT).filter(({ span }) => !written.some((one) => overlaps(one.span, span)))];
  const amounts = workedOut.filter(({ span }) => !isOther(span));
  return [...matchesOf(folded, SHARE), ...ranges, ...amounts].map(({ span }) => ({ ...span, text: text.slice(span.start, span.end) }));
}
