import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";

/** Words by which nobody says anything else than that he puts something right. */
const PLAIN =
  "sorry|pardon|perdon|nope|nein|nee|quatsch|scratch that|strike that|(?:i|ich|je) mean(?:t)?|(?:ich )?mein(?:e|te) (?:ich|naturlich)|ich mein(?:e|te)|besser gesagt|" +
  "je (?:veux|voulais) dire|quise decir|queria decir|quiero decir|mejor dicho|ik bedoel(?:de)?|bedoel(?:de)? ik|beter gezegd|make (?:it|that)(?= 0)|no wait|oh no|no no";
/** Words of another use as well, which put right only behind a stop, a bracket, an "or" or another such word. */
const BEHIND_STOP =
  "wait|hold on|hang on|oops|whoops|ups|actually|rather(?! than)|instead(?! of)|make (?:it|that)|correction|my (?:mistake|bad)|better|" +
  "vielmehr|lieber(?! als)|besser(?! als)|halt|warte|moment|entschuldigung|korrektur|korrigiere|stattdessen|statt dessen|doch(?! nicht)|" +
  "non|plutot(?! qu)|enfin|desolee?|excusez-moi|attends|attendez|finalement|en fait|oups|erratum|" +
  "mejor(?! que)|digo|o sea|espera|espere|corrijo|correccion|mas bien|en realidad|" +
  "liever(?! dan)|beter(?! dan)|wacht|correctie|eigenlijk|toch(?! niet)|in plaats daarvan|maak er";
const STOPS = "[,.;:!?…–—()\\n-]|->";
/** "No" says many other things; alone between two stops, or before an amount right behind one, it takes back. */
const NO = `(?<=(?:${STOPS})\\s*)no(?=\\s*(?:[,!…–—-]|\\.\\.|\\s0))|\\bno(?=,)`;
const BEFORE = `(?<=(?:${STOPS}|\\b(?:or|oder|ou|of|o|no|nein|non|nee|nope|sorry|pardon|perdon|oh|ah|ach)[,!]?)\\s*)`;

const MARK = new RegExp(`(?<![\\p{L}\\d-])(?:(?:${PLAIN})|${BEFORE}(?:${BEHIND_STOP})|${NO})(?![\\p{L}\\d-])`, "gu");
/** Cheap test: no text without one of these letters in a row holds a mark. */
const MAY_MARK =
  /\b(?:no|nope|nein|nee|non|sorry|p[ae]rdon|quatsch|scratch|strike|meant?|meine?|meinte|besser|dire|decir|dicho|bedoel|bedoelde|beter|make|wait|hold on|hang on|o+ps|whoops|ups|actually|rather|instead|correcti|my|better|vielmehr|lieber|halt|warte|moment|entschuld|korr|statt|doch|plutot|enfin|deso|excus|attend|final|en fait|oups|erratum|mejor|digo|o sea|esper|corri|correcc|mas bien|en realidad|liever|wacht|correctie|eigenlijk|toch|plaats|maak)/;
/** What may stand between two words of one correction: "no, wait", "oh no - sorry". */
const BETWEEN = /^(?:[\s,.;:!?…–—()-]|\b(?:oh|ah|ach|or|oder|ou|of|o|bitte|please|das|dat|eso|ca)\b)*$/;

/** What stands for each value while marks are looked for: "no 6" corrects an amount, "no SHP-2" may number or leave out a record. */
export const filled = (text: string, amounts: readonly Span[], others: readonly Span[]): string => {
  const fill =
    (filler: string) =>
    (kept: string, { start, end }: Span) =>
      kept.slice(0, start) + filler.repeat(end - start) + kept.slice(end);
  return amounts.reduce(fill("0"), others.reduce(fill("¤"), text));
};

/** "Cancel SHP-1, no SHP-2": in its place, or none of it? */
const NO_KEY = /(?<=[,;:…–—(-]\s*)no (?:to |in |from |for |at )?¤/u;

/** True when an English "no" before a key or a place may leave it out as well as put it in the place of another. */
export const mayLeaveOut = (text: string): boolean => NO_KEY.test(text);

/** How far back a stop may stand: the whole text before each mark would take long to search. */
const NEAR = 8;

/** A place in folded words where somebody puts right what he said before it. */
export interface CorrectionMark extends Span {
  /** It stands alone between stops, so that something must be put right by it. */
  alone: boolean;
}

/** Behind a value and at the end of its words these say that it is what was meant: "…, to Gdansk I mean". */
const TRAILING =
  /^[\s,]*(?:i meant?|mein(?:e|te) ich|bedoel(?:de)? ik|je (?:veux|voulais) dire|quise decir|queria decir|quiero decir|instead|stattdessen|rather|plutot|mejor|liever|lieber)\s*(?:[.!,;)]|$)/;

/** Where the words of a value begin that is said to be what was meant; its own preposition goes with it. */
export function meantValues<T extends Span>(text: string, values: readonly T[]): CorrectionMark[] {
  return values.flatMap((value) => {
    if (!TRAILING.test(text.slice(value.end))) return [];
    const lead = /(?:[,.;:!?…–—(-])(?:\s|\p{L}+\s){0,3}$/u.exec(text.slice(0, value.start));
    return lead ? [{ start: lead.index, end: lead.index + 1, alone: false }] : [];
  });
}

/** Finds the marks of corrections in folded words, with their values filled; words of one correction are one mark. */
export function correctionMarks(folded: string): CorrectionMark[] {
  if (!MAY_MARK.test(folded)) return [];
  const marks: Span[] = [];
  for (const { span } of matchesOf(folded, MARK)) {
    const last = marks.at(-1);
    if (last && BETWEEN.test(folded.slice(last.end, span.start))) last.end = span.end;
    else marks.push({ ...span });
  }
  return marks.map((mark) => ({
    ...mark,
    alone:
      /[,.;:!?…–—(-]\s*$/.test(folded.slice(Math.max(0, mark.start - NEAR), mark.start)) && /^\s*[,;:!…–—-]/.test(folded.slice(mark.end)),
  }));
}
