import { wordsBefore } from "../text/words-before.ts";
import { unitCodes } from "./units-table.ts";

/** What makes the number before it a size, a share, a price or a time, not an amount of goods; folded, from the end of the number on. */
const TECHNICAL =
  /^\s?(?:%|°|degrees?\b|grad\b|degres?\b|grados?\b|graden\b|c\b(?![-/.'])|uhr\b|o'clock\b|pm\b|bar\b|mbar\b|kw\b|w\b|v\b|volt\b|mm2?\b|cm\b|ml\b|hz\b|mpa\b|h\b|hours?\b|stunden\b|heures\b|horas\b|uur\b|days?\b|tage?n?\b|jours?\b|dias?\b|dagen\b|weeks?\b|wochen?\b|eur\b|usd\b|euros?\b|[€$£]|:\d{2}|th\b|st\b(?=\s+(?:of|january|february|december))|nd\b|rd\b)/;
/** "3x2.5": nobody counts goods in parts of one, so it is a size whether or not a measure follows. */
const CROSS_SECTION = /^\s?[x×]\s?\d+[.,]\d/;
const INCHES = /^\s?(?:"|″|''|inch(?:es)?\b|zoll\b|pouces?\b|pulgadas?\b|duim\b)/;
const JOINED = /^-(\p{L}{2,})/u;
/** "3/4", "400/690", "67-64-1": the first of several numbers that are one. */
const GROUPED = /^(?:\/\d|-\d+-\d)/;
/** "3x2.5 mm2" and "0-16 bar", up to what measures them. */
const CHAINED = /^(?:\s?[x×-]\s?\d+(?:[.,]\d+)?)+/;
/** "between -20 and 0 °C", behind the word that opens it. */
const SPANNED = /^\s(?:to|and|bis|und|et|a|y|en|tot)\s[-+]?\d+(?:[.,]\d+)?/;
const OPENS_SPAN = /\b(?:between|from|at|zwischen|von|bei|entre|de|a|tussen|van|op)\s*$/;

const isTechnical = (after: string): boolean => TECHNICAL.test(after) || INCHES.test(after);

/**
 * True for a number that tells a size or a code: "7.5 kW", "3-phase", "3/4 inch", "0-16 bar".
 *
 * @param before folded text up to the number
 * @param after folded text from its end on
 */
export function isSize(before: string, after: string): boolean {
  const joined = JOINED.exec(after)?.[1];
  if (isTechnical(after) || CROSS_SECTION.test(after) || GROUPED.test(after) || (joined !== undefined && unitCodes(joined).length === 0))
    return true;
  const chain = CHAINED.exec(after)?.[0] ?? (OPENS_SPAN.test(before) ? SPANNED.exec(after)?.[0] : undefined);
  return chain !== undefined && isTechnical(after.slice(chain.length));
}

/** Words for a unit that behind a day are another word: "by Dec 14 can you …", "on Dec 14 set aside …". */
const OTHER_WORDS = new Set(["can", "set", "case", "par", "each", "l", "m"]);

/** True when a unit, a size or a currency follows, so that the number before it belongs to goods and to no day. */
export function isMeasureAhead(folded: string, at: number): boolean {
  const after = folded.slice(at);
  if (isSize(wordsBefore(folded, at), after)) return true;
  const word = /^\s*(?:[x×]\s*)?(\p{L}+)(?!')/u.exec(after)?.[1];
  return word !== undefined && !OTHER_WORDS.has(word) && unitCodes(word).length > 0;
}
