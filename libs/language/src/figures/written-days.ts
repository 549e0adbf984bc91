import type { Language } from "@quartermaster/shared/contracts";
import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";
import { wordsBefore } from "../text/words-before.ts";
import { DASHED, DAY_MONTH, DOTTED, ISO, MONTH, MONTH_DAY, RANGE_START, SLASHED } from "./date-patterns.ts";
import { isDecimalLikely, isNamedNumber, leadsToDay } from "./day-context.ts";
import { isMeasureAhead } from "./measure-ahead.ts";

/** A day by its numbers, as the text writes it; the calendar may lack it. */
export interface WrittenDay extends Span {
  year: string | undefined;
  month: number;
  day: number;
  /** True when the two numbers may also be meant the other way round. */
  eitherWay: boolean;
}

type Rule = (folded: string, language: Language) => WrittenDay[];

const within = (number: number, last: number) => number >= 1 && number <= last;

/** "14 Dec 1500 pieces": the amount behind a day is no year. */
function withoutAmount(folded: string, found: WrittenDay): WrittenDay {
  if (found.year === undefined || !isMeasureAhead(folded, found.end)) return found;
  const kept = folded.slice(found.start, found.end - found.year.length).replace(/[,\s]+(?:de\s+)?$/, "");
  return { ...found, year: undefined, end: found.start + kept.length };
}

const isoDays: Rule = (folded) =>
  matchesOf(folded, ISO)
    .filter(({ span }) => !isNamedNumber(folded.slice(0, span.start)))
    .map(({ match: m, span }) => ({ ...span, year: m[1], month: Number(m[2]), day: Number(m[3]), eitherWay: false }));

/** English "may" is a verb as well: "the other 40 may stay". */
const isVerb = (folded: string, month: string | undefined, end: number) =>
  month === "may" &&
  /^\s+(?:be|not|stay|go|have|also|still|remain|leave|ship|move|come|wait|need|only|well|of|pieces)\b/.test(folded.slice(end));

const dayMonths: Rule = (folded) =>
  matchesOf(folded, DAY_MONTH)
    .filter(({ match: m, span }) => !isVerb(folded, m[2], span.end) && !/^-\p{L}/u.test(folded.slice(span.end)))
    .map(({ match: m, span }) => ({ ...span, year: m[3], month: MONTH.get(m[2] ?? "") ?? 0, day: Number(m[1]), eitherWay: false }))
    .map((found) => withoutAmount(folded, found));

/** "Between 14 and 18 December": the first number is a day of that month too. */
const rangeStarts: Rule = (folded) =>
  matchesOf(folded, RANGE_START)
    .map(({ match: m, span }) => ({
      ...span,
      year: m[3] ?? m[6],
      month: MONTH.get(m[2] ?? m[5] ?? "") ?? 0,
      day: Number(m[1] ?? m[4]),
      eitherWay: false,
    }))
    .filter(({ day }) => within(day, 31));

/** "December 60" and "in December 12 valves" hold an amount. */
const monthDays: Rule = (folded) =>
  matchesOf(folded, MONTH_DAY)
    .map(({ match: m, span }) => ({
      m,
      found: { ...span, year: m[4], month: MONTH.get(m[1] ?? "") ?? 0, day: Number(m[2]), eitherWay: false },
    }))
    .map(({ m, found }) => ({ m, found: withoutAmount(folded, found) }))
    .filter(({ m, found }) => {
      const named = m[3] !== undefined || found.year !== undefined;
      const whole = !named && /\b(?:in|im|en|during|durante|wahrend)\s+$/.test(folded.slice(0, found.start));
      const amount = !named && (isMeasureAhead(folded, found.end) || isVerb(folded, m[1], found.end));
      return within(found.day, 31) && !whole && !amount;
    })
    .map(({ found }) => found);

/** Numbers that look like a day of a year of two digits or none; else they are a code unless a word leads to a day. */
const looksLikeDay = (day: number, month: number, year: string | undefined, lead: boolean): boolean =>
  within(month, 12) && (within(day, 31) || year?.length === 4 || (lead && day > 0));

const dotted: Rule = (folded) =>
  matchesOf(folded, DOTTED)
    .map(({ match: m, span }) => ({ ...span, year: m[3] ?? m[4], month: Number(m[2]), day: Number(m[1]), eitherWay: false }))
    .map((found) => withoutAmount(folded, found))
    .filter(({ start, day, month, year }) => {
      const before = wordsBefore(folded, start);
      if (isNamedNumber(before) || (year === undefined && isDecimalLikely(before))) return false;
      return looksLikeDay(day, month, year, leadsToDay(before)) || (year?.length === 4 && within(day, 31));
    });

const dashed: Rule = (folded) =>
  matchesOf(folded, DASHED)
    .map(({ match: m, span }) => ({ ...span, year: m[5], month: Number(m[2] ?? m[4]), day: Number(m[1] ?? m[3]), eitherWay: false }))
    .filter(({ start, end, day, month, year }) => {
      const before = wordsBefore(folded, start);
      return !isNamedNumber(before) && !isMeasureAhead(folded, end) && looksLikeDay(day, month, year, leadsToDay(before));
    });

/** "1/3 of the stock" is a share. */
const isShare = (folded: string, start: number, end: number) =>
  /^\s(?:of|der|des|von|de|du|del|van)\b/.test(folded.slice(end)) && !leadsToDay(wordsBefore(folded, start));

/** "31/02" and "45/12/2026" are meant as days; "3/4" and "50/60" may be anything, and are none where no calendar has them. */
const slashed: Rule = (folded, language) =>
  matchesOf(folded, SLASHED)
    .map(({ match: m, span }) => {
      const [first, second] = [Number(m[1]), Number(m[2])];
      // Only English text may put the month first, and only where the other order is no date.
      const monthFirst = language === "en" && second > 12;
      return { ...span, year: m[3], month: monthFirst ? first : second, day: monthFirst ? second : first, eitherWay: true };
    })
    .filter(({ start, end, day, month, year }) => {
      const before = wordsBefore(folded, start);
      if (isNamedNumber(before) || isMeasureAhead(folded, end) || isShare(folded, start, end) || folded.slice(start, end) === "24/7")
        return false;
      return looksLikeDay(day, month, year, leadsToDay(before)) || (within(month, 31) && within(day, 12));
    });

const RULES: Rule[] = [isoDays, dayMonths, rangeStarts, monthDays, dotted, dashed, slashed];

/** Finds what is written as a day in numbers, possible or not; the surer forms first, and forms may overlap. Give it folded text. */
export function writtenDays(folded: string, language: Language): WrittenDay[] {
  return RULES.flatMap((rule) => rule(folded, language));
}
