import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { overlaps, type Span } from "../text/span.ts";
import { DASHED, DAY_MONTH, DOTTED, ISO, MONTH, MONTH_DAY, SLASHED, VAGUE } from "./date-patterns.ts";
import { isDay } from "./find-dates.ts";

const LEAP_YEAR = 2028;
const yearOf = (written: string | undefined): number =>
  written === undefined ? LEAP_YEAR : written.length === 2 ? 2000 + Number(written) : Number(written);

/** Days that a text writes but no calendar has, such as "31 Feb", "31.02." or "2026-02-31", as they stand in the text. */
export function impossibleDates(text: string): string[] {
  const folded = fold(text);
  const month = (name: string | undefined) => MONTH.get(name ?? "") ?? 0;
  const wrong: Span[] = [
    ...matchesOf(folded, ISO).filter(({ match: m }) => !isDay(Number(m[1]), Number(m[2]), Number(m[3]))),
    ...matchesOf(folded, DAY_MONTH).filter(({ match: m }) => !isDay(yearOf(m[3]), month(m[2]), Number(m[1]))),
    ...matchesOf(folded, MONTH_DAY).filter(({ match: m }) => !isDay(yearOf(m[3]), month(m[1]), Number(m[2]))),
    ...matchesOf(folded, DOTTED).filter(({ match: m }) => !isDay(yearOf(m[3]), Number(m[2]), Number(m[1]))),
    ...matchesOf(folded, DASHED).filter(({ match: m }) => !isDay(yearOf(m[5]), Number(m[2] ?? m[4]), Number(m[1] ?? m[3]))),
    // "31/02" and "45/12/2026" are meant as days; "3/4" and "50/60" may be anything.
    ...matchesOf(folded, SLASHED).filter(({ match: m }) => {
      const [first, second] = [Number(m[1]), Number(m[2])];
      const like = m[3] !== undefined || (first > 12 && first <= 31 && second >= 1 && second <= 12);
      return like && !isDay(yearOf(m[3]), second, first) && !isDay(yearOf(m[3]), first, second);
    }),
  ].map(({ span }) => span);
  return wrong.map((span) => text.slice(span.start, span.end));
}

/** Times that a text names without a day ("mid-December", "week 50"), when it names no day beside them. */
export function vagueTimes(reading: Pick<Reading, "own" | "dates">): string[] {
  const vague = matchesOf(fold(reading.own), VAGUE).map(({ span }) => span);
  // "Early next week" holds "next week", which alone counts as its last working day.
  if (reading.dates.some((day) => !vague.some((span) => overlaps(span, day)))) return [];
  return vague.map((span) => reading.own.slice(span.start, span.end));
}

/** What makes a day one by which something has to be done. */
const DEADLINE =
  /\b(?:by|until|till|before|(?:no|not) later than|latest|due(?: on)?|bis(?: zum| spatestens)?|spatestens(?: am)?|vor(?: dem)?|avant(?: le)?|d'ici(?: au| le)?|jusqu'au|au plus tard(?: le)?|pour(?: le)?|antes del?|hasta(?: el)?|para(?: el)?|a mas tardar(?: el)?|voor|tegen|uiterlijk|tot|op zijn laatst)\s*(?:(?:end|close) of |the |den |dem |el |le |de |\p{L}+(?:day|tag|dag),? )?$/u;

/**
 * Days behind today that the words set as a limit, as they stand in the text with the ISO day.
 *
 * @param anyDay also those that no word makes a limit, for orders that are made for a day
 */
export function pastDeadlines(
  reading: Pick<Reading, "own" | "dates" | "past">,
  businessNow: string,
  anyDay: boolean,
): { text: string; date: string }[] {
  const folded = fold(reading.own);
  const isLimit = (span: Span) => DEADLINE.test(folded.slice(0, span.start));
  const today = businessNow.slice(0, 10);
  return [...reading.past.filter(isLimit), ...reading.dates.filter((named) => named.date < today && (anyDay || isLimit(named)))].map(
    ({ text, date }) => ({ text, date }),
  );
}
