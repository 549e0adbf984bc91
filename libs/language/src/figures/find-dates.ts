import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { overlaps, type Span } from "../text/span.ts";

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

const MONTHS: string[] = [
  "january|jan|januar|janvier|janv|enero|ene|januari",
  "february|feb|februar|fevrier|fevr|febrero|februari",
  "march|mar|marz|maerz|mars|marzo|maart|mrt",
  "april|apr|avril|avr|abril|abr",
  "may|mai|mayo|mei",
  "june|jun|juni|juin|junio",
  "july|jul|juli|juillet|juil|julio",
  "august|aug|aout|agosto|ago|augustus",
  "september|sept|sep|septembre|septiembre",
  "october|oct|oktober|okt|octobre|octubre",
  "november|nov|novembre|noviembre",
  "december|dec|dezember|dez|decembre|diciembre|dic",
];
const MONTH = new Map(MONTHS.flatMap((names, index) => names.split("|").map((name) => [name, index + 1] as const)));
const MONTH_NAMES = [...MONTH.keys()].sort((a, b) => b.length - a.length).join("|");
const WEEKDAYS: string[] = [
  "sunday|sun|sonntag|dimanche|domingo|zondag",
  "monday|mon|montag|lundi|lunes|maandag",
  "tuesday|tue|tues|dienstag|mardi|martes|dinsdag",
  "wednesday|wed|mittwoch|mercredi|miercoles|woensdag",
  "thursday|thu|thurs|donnerstag|jeudi|jueves|donderdag",
  "friday|fri|freitag|vendredi|viernes|vrijdag",
  "saturday|sat|samstag|sonnabend|samedi|sabado|zaterdag",
];
const WEEKDAY = new Map(WEEKDAYS.flatMap((names, index) => names.split("|").map((name) => [name, index] as const)));
const RELATIVE: [RegExp, number][] = [
  [/\b(?:day after tomorrow|ubermorgen|apres-demain|pasado manana|overmorgen)\b/g, 2],
  [/\b(?:tomorrow|demain|morgen(?! (?:fruh|vormittag)? ?um)|(?<!(?:la|de|por la) )manana)\b/g, 1],
  [/\b(?:today|tonight|heute|aujourd'hui|hoy|vandaag|asap heute)\b/g, 0],
];
const IN_DAYS =
  /\b(?:in|within|innerhalb von|binnen|dans|en|dentro de|over)\s+(\d{1,3})\s+(days?|tagen?|jours?|dias?|dagen|dag|weeks?|wochen?|semaines?|semanas?|weken|week)\b/g;
const THIS_MONTH =
  /\b(?:this month|diesen monat|in diesem monat|ce mois(?:-ci)?|este mes|deze maand|end of (?:the |this )?month|ende des monats|monatsende|fin (?:du|de) mois|fin de mes|einde van de maand)\b/g;
const THIS_WEEK =
  /\b(?:this week|diese woche|in dieser woche|cette semaine|esta semana|deze week|end of (?:the |this )?week|ende der woche|fin de semaine|einde van de week)\b/g;
const NEXT_WEEK =
  /\b(?:next week|nachste woche|la semaine prochaine|semaine prochaine|la proxima semana|proxima semana|la semana que viene|volgende week)\b/g;

const ISO = /\b(\d{4})-(\d{2})-(\d{2})(?:t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?z?)?\b/g;
const DOTTED = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2})(?!\d))?(?!\d)/g;
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g;
const DAY_MONTH = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|e|\\.)?(?:\\s+(?:of|de|den))?\\s+(${MONTH_NAMES})\\b\\.?(?:,?\\s+(?:de\\s+)?(\\d{4}))?`,
  "g",
);
const MONTH_DAY = new RegExp(`\\b(${MONTH_NAMES})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?![.,]?\\d)(?:,?\\s+(\\d{4}))?`, "g");
const WEEKDAY_NAME = new RegExp(
  `\\b(?:(next|nachsten|prochain|proximo|volgende)\\s+)?(${[...WEEKDAY.keys()].filter((name) => name.length > 3).join("|")}|(?<=\\b(?:by|on|until|till)\\s)(?:mon|tue|wed|thu|fri|sat|sun))\\b`,
  "g",
);

const DAY_MS = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

function valid(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day meant by day and month: the year given, else the next such day, looking back one month at most. */
function dayOf(now: number, month: number, day: number, year: string | undefined): string | null {
  const given = year === undefined ? null : year.length === 2 ? 2000 + Number(year) : Number(year);
  if (given !== null) return valid(given, month, day) ? isoDay(Date.UTC(given, month - 1, day)) : null;
  const thisYear = new Date(now).getUTCFullYear();
  for (const candidate of [thisYear, thisYear + 1, thisYear + 4]) {
    if (valid(candidate, month, day) && Date.UTC(candidate, month - 1, day) >= now - 31 * DAY_MS)
      return isoDay(Date.UTC(candidate, month - 1, day));
  }
  return null;
}

function slashed(now: number, first: number, second: number, year: string | undefined, language: Language): string | null {
  // Only English text may put the month first, and only where the other order is no date.
  if (language === "en" && second > 12) return dayOf(now, first, second, year);
  return dayOf(now, second, first, year);
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

/** Finds the dates a text names, relative to business time; reading order, overlapping readings dropped. */
export function findDates(text: string, businessNow: string, language: Language): NamedDate[] {
  const folded = fold(text);
  const now = Date.parse(`${businessNow.slice(0, 10)}T00:00:00Z`);
  const found: NamedDate[] = [];
  const add = (span: Span, date: string | null, from: string | null = null) => {
    if (date !== null && !found.some((other) => overlaps(other, span)))
      found.push({ ...span, date, period: from !== null, from, text: text.slice(span.start, span.end) });
  };
  for (const { match: m, span } of matchesOf(folded, ISO))
    if (valid(Number(m[1]), Number(m[2]), Number(m[3]))) add(span, `${m[1]}-${m[2]}-${m[3]}`);
  for (const { match: m, span } of matchesOf(folded, DAY_MONTH)) add(span, dayOf(now, MONTH.get(m[2] ?? "") ?? 0, Number(m[1]), m[3]));
  for (const { match: m, span } of matchesOf(folded, MONTH_DAY)) add(span, dayOf(now, MONTH.get(m[1] ?? "") ?? 0, Number(m[2]), m[3]));
  for (const { match: m, span } of matchesOf(folded, DOTTED)) add(span, dayOf(now, Number(m[2]), Number(m[1]), m[3]));
  for (const { match: m, span } of matchesOf(folded, SLASHED)) add(span, slashed(now, Number(m[1]), Number(m[2]), m[3], language));
  for (const [pattern, days] of RELATIVE) for (const { span } of matchesOf(folded, pattern)) add(span, isoDay(now + days * DAY_MS));
  for (const { match: m, span } of matchesOf(folded, IN_DAYS)) add(span, isoDay(now + daysAhead(m[1] ?? "0", m[2] ?? "") * DAY_MS));
  const month = new Date(now);
  for (const { span } of matchesOf(folded, THIS_MONTH))
    add(span, isoDay(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)), isoDay(now));
  const toSunday = (7 - month.getUTCDay()) % 7;
  for (const { span } of matchesOf(folded, THIS_WEEK)) add(span, isoDay(now + toSunday * DAY_MS), isoDay(now));
  for (const { span } of matchesOf(folded, NEXT_WEEK))
    add(span, isoDay(now + (toSunday + 5) * DAY_MS), isoDay(now + (toSunday + 1) * DAY_MS));
  for (const { match: m, span } of matchesOf(folded, WEEKDAY_NAME)) add(span, weekdayDate(now, m[2] ?? "", m[1] !== undefined));
  return found.sort((a, b) => a.start - b.start);
}

/** Days that a text writes but no calendar has, such as "31 Feb" or "2026-02-31", as they stand in the text. */
export function impossibleDates(text: string): string[] {
  const folded = fold(text);
  const leapYear = 2028;
  const wrong = [
    ...matchesOf(folded, ISO).filter(({ match: m }) => !valid(Number(m[1]), Number(m[2]), Number(m[3]))),
    ...matchesOf(folded, DAY_MONTH).filter(
      ({ match: m }) => !valid(m[3] ? Number(m[3]) : leapYear, MONTH.get(m[2] ?? "") ?? 0, Number(m[1])),
    ),
  ];
  return wrong.map(({ span }) => text.slice(span.start, span.end));
}
