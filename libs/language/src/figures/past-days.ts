import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";
import { AGO, HIER, LAST_WEEK, LAST_WEEKDAY, WEEKDAY } from "./date-patterns.ts";

const DAY_MS = 86_400_000;

/** A day that lies behind by its words alone, such as "yesterday" or "last Friday". */
export interface PastDay extends Span {
  /** ISO day. */
  date: string;
  text: string;
}

/** Finds days that a text names as past. They are none to plan for. */
export function pastDays(text: string, businessNow: string, language: Language): PastDay[] {
  const folded = fold(text);
  const today = new Date(`${businessNow.slice(0, 10)}T00:00:00Z`);
  const ago = (span: Span, days: number): PastDay => ({
    ...span,
    date: new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10),
    text: text.slice(span.start, span.end),
  });
  const sinceWeekday = (name: string) => (today.getUTCDay() - (WEEKDAY.get(name) ?? 0) + 7) % 7 || 7;
  const words = language === "fr" ? [...AGO, [HIER, 1] as const] : AGO;
  const found = [
    ...words.flatMap(([pattern, days]) => matchesOf(folded, pattern).map(({ span }) => ago(span, days))),
    ...matchesOf(folded, LAST_WEEKDAY).map(({ match, span }) => ago(span, sinceWeekday(match[1] ?? match[2] ?? ""))),
    ...matchesOf(folded, LAST_WEEK).map(({ span }) => ago(span, 7)),
  ];
  // "Avant-hier" holds "hier": the longer one counts.
  return found.filter((day) => !found.some((other) => other !== day && other.start <= day.start && other.end >= day.end));
}
