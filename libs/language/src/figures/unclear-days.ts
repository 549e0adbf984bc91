import { findIds } from "../names/find-ids.ts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { blank, overlaps, type Span } from "../text/span.ts";
import { VAGUE } from "./date-patterns.ts";
import { isDay } from "./find-dates.ts";
import { weekNumbers } from "./week-numbers.ts";
import { writtenDays } from "./written-days.ts";

const LEAP_YEAR = 2028;
const yearOf = (written: string | undefined): number =>
  written === undefined ? LEAP_YEAR : written.length === 2 ? 2000 + Number(written) : Number(written);

/**
 * Days that a text writes but no calendar has, such as "31 Feb", "31.02." or "2026-02-31", as they stand in the text. Keys, codes,
 * prices and amounts are none, nor is what can be read as a day another way.
 */
export function impossibleDates({ own, dates, language }: Pick<Reading, "own" | "dates" | "language">): string[] {
  const folded = fold(blank(own, findIds(own)));
  return writtenDays(folded, language)
    .filter(({ year, month, day, eitherWay }) => !isDay(yearOf(year), month, day) && !(eitherWay && isDay(yearOf(year), day, month)))
    .filter((span) => !dates.some((date) => overlaps(date, span)))
    .map((span) => own.slice(span.start, span.end));
}

/** Times that a text names without a day ("mid-December", "week 50"), when it names no day beside them. */
export function vagueTimes(reading: Pick<Reading, "own" | "dates">): string[] {
  const folded = fold(reading.own);
  const vague = [...matchesOf(folded, VAGUE).map(({ span }) => span), ...weekNumbers(folded)];
  // "Early next week" holds "next week", which alone counts as its last working day.
  if (reading.dates.some((day) => !vague.some((span) => overlaps(span, day)))) return [];
  return vague.map((span) => reading.own.slice(span.start, span.end));
}

/** What makes a day one by which something has to be done. */
const DEADLINE =
  /\b(?:by|until|till|before|(?:no|not) later than|latest|due(?: on)?|bis(?: zum| spatestens)?|spatestens(?: am)?|vor(?: dem)?|avant(?: le)?|d'ici(?: au| le)?|jusqu'au|au plus tard(?: le)?|pour(?: le)?|antes del?|hasta(?: el)?|para(?: el)?|a mas tardar(?: el)?|voor|tegen|uiterlijk|tot|op zijn laatst)\s*(?:(?:end|close) of |the |den |dem |el |le |de |\p{L}+(?:day|tag|dag),? )?$/u;

/** What makes a day one that is only told: "received on 3 December", "the order of 30.11.". */
const TOLD =
  /\b(?:received|arrived|delivered|shipped|ordered|counted|produced|made|bought|dated|order|invoice|email|mail|letter|call|since|erhalten\w*|eingegangen\w*|eingetroffen\w*|geliefert\w*|bestellt\w*|gezahlt\w*|bestellung|rechnung|schreiben|seit|recue?s?|arrivee?s?|livree?s?|commandee?s?|commande|facture|depuis|recibid[oa]s?|llegad[oa]s?|entregad[oa]s?|pedid[oa]s?|factura|desde|ontvangen|aangekomen|geleverde?|bestelde?|bestelling|factuur|sinds)\s+(?:(?:on|from|of|dated|the|am|vom|von|le|du|de|el|del|op|van)\s+)*$/;

/**
 * Days behind today that the words set as a limit, as they stand in the text with the ISO day.
 *
 * @param anyDay also those that no word makes a limit, for orders that are made for a day; only while no other day can be the one
 */
export function pastDeadlines(
  reading: Pick<Reading, "own" | "dates" | "past">,
  businessNow: string,
  anyDay: boolean,
): { text: string; date: string }[] {
  const folded = fold(reading.own);
  const isLimit = (span: Span) => DEADLINE.test(folded.slice(0, span.start));
  const today = businessNow.slice(0, 10);
  const over = reading.dates.filter((named) => named.date < today);
  // "The 60 received on 3 December … by 14 Dec": the first day is told, the second one is meant.
  const any = anyDay && over.length === reading.dates.length;
  const isTold = (span: Span) => TOLD.test(folded.slice(0, span.start));
  return [...reading.past.filter(isLimit), ...over.filter((named) => isLimit(named) || (any && !isTold(named)))].map(({ text, date }) => ({
    text,
    date,
  }));
}
