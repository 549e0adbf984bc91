import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { blank, overlaps, type Span } from "../text/span.ts";
import {
  IN_DAYS,
  MONTH,
  NEXT_WEEK,
  ORDINAL,
  RELATIVE,
  THIS_MONTH,
  THIS_WEEK,
  WEEKDAY,
  WEEKDAY_NAME,
  WEEKDAY_OF_MONTH,
} from "./date-patterns.ts";
import { holidaysIn } from "./holidays.ts";
import { pastDays } from "./past-days.ts";
import { writtenDays } from "./written-days.ts";

/** A date that a text names. */
export interface NamedDate extends Span {
  /** ISO day. */
  date: string;
  text: string;
  /** True when the words mean a whole span up to that day ("this month"). */
  period: boolean;
  /** First day of such a span; null for a single day. */
  from: string | null;
}

const DAY_MS = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** True for a day that the calendar has. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day meant by day and month: the year given, else the next such day, looking back one month at most. */
function dayOf(now: number, month: number, day: number, year: string | undefined): string | null {
  const given = year === undefined ? null : year.length === 2 ? 2000 + Number(year) : Number(year);
  if (given !== null) return isDay(given, month, day) ? isoDay(Date.UTC(given, month - 1, day)) : null;
  const thisYear = new Date(now).getUTCFullYear();
  for (const candidate of [thisYear, thisYear + 1, thisYear + 4]) {
    if (isDay(candidate, month, day) && Date.UTC(candidate, month - 1, day) >= now - 31 * DAY_MS)
      return isoDay(Date.UTC(candidate, month - 1, day));
  }
  return null;
}

/** The place-th such weekday of a month that is not over, 0 being the last one; any weekday when none is given. */
function ofMonth(now: number, place: number, weekday: number | undefined, month: number, written: string | undefined): string | null {
  const today = new Date(now);
  const next = today.getUTCFullYear() + (month < today.getUTCMonth() + 1 ? 1 : 0);
  const [year, first, last] = [written === undefined ? next : Number(written), 1, 0];
  const edge = place === 0 ? Date.UTC(year, month, last) : Date.UTC(year, month - 1, first);
  const away = weekday === undefined ? 0 : place === 0 ? new Date(edge).getUTCDay() - weekday : weekday - new Date(edge).getUTCDay();
  const days = (away + 7) % 7;
  return isoDay(edge + (place === 0 ? -days : days + 7 * (place - 1)) * DAY_MS);
}

function daysAhead(count: string, unit: string): number {
  return Number(count) * (/^(?:w|s)/.test(unit) ? 7 : 1);
}

function weekdayDate(now: number, name: string, next: boolean): string {
  const today = new Date(now).getUTCDay();
  const ahead = ((WEEKDAY.get(name) ?? today) - today + 7) % 7 || 7;
  // "next Friday" said on a Monday is the Friday of the following week.
  return isoDay(now + (next && ahead < 7 && today !== 0 && ahead <= 7 - today ? ahead + 7 : ahead) * DAY_MS);
}

/** Finds the dates a text names, relative to business time; reading order, overlapping readings dropped. "Last Friday" is none of them. */
export function findDates(text: string, businessNow: string, language: Language): NamedDate[] {
  const past = pastDays(text, businessNow, language);
  const folded = fold(blank(text, past));
  const now = Date.parse(`${businessNow.slice(0, 10)}T00:00:00Z`);
  const found: NamedDate[] = [];
  const add = (span: Span, date: string | null, from: string | null = null) => {
    if (date !== null && !found.some((other) => overlaps(other, span)))
      found.push({ ...span, date, period: from !== null, from, text: text.slice(span.start, span.end) });
  };
  for (const { start, end, year, month, day } of writtenDays(folded, language)) add({ start, end }, dayOf(now, month, day, year));
  for (const { match: m, span } of matchesOf(folded, WEEKDAY_OF_MONTH))
    add(span, ofMonth(now, ORDINAL.get(m[1] ?? "") ?? 0, WEEKDAY.get(m[2] ?? ""), MONTH.get(m[3] ?? "") ?? 1, m[4]));
  for (const [pattern, days] of RELATIVE) for (const { span } of matchesOf(folded, pattern)) add(span, isoDay(now + days * DAY_MS));
  for (const { match: m, span } of matchesOf(folded, IN_DAYS)) add(span, isoDay(now + daysAhead(m[1] ?? "0", m[2] ?? "") * DAY_MS));
  const month = new Date(now);
  for (const { span } of matchesOf(folded, THIS_MONTH))
    add(span, isoDay(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)), isoDay(now));
  for (const { start, end, month, day } of holidaysIn(folded)) add({ start, end }, dayOf(now, month, day, undefined));
  const toSunday = (7 - month.getUTCDay()) % 7;
  for (const { span } of matchesOf(folded, THIS_WEEK)) add(span, isoDay(now + toSunday * DAY_MS), isoDay(now));
  for (const { span } of matchesOf(folded, NEXT_WEEK))
    add(span, isoDay(now + (toSunday + 5) * DAY_MS), isoDay(now + (toSunday + 1) * DAY_MS));
  for (const { match: m, span } of matchesOf(folded, WEEKDAY_NAME)) add(span, weekdayDate(now, m[2] ?? "", m[1] !== undefined));
  return found.sort((a, b) => a.start - b.start);
}
