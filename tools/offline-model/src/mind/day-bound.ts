import type { NamedDate } from "@quartermaster/language";

const DAY_MS = 86_400_000;
const moved = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
export const dayBefore = (day: string): string => moved(day, -1);
export const dayAfter = (day: string): string => moved(day, 1);

/** What may stand between the word and its day. */
const BETWEEN = "\\s*(?:the |am |den |dem |le |el |de |end of |ende |fin de |del? )*$";
/** The day itself is no longer meant. */
const EXCLUSIVE = new RegExp(`\\b(?:before|earlier than|prior to|vor|fruher als|avant|plus tot que|antes del?|voor|eerder dan)${BETWEEN}`);
/** The day itself is meant as well. */
const INCLUSIVE = new RegExp(
  `\\b(?:by|until|till|through|no later than|not later than|bis(?: zum| einschliesslich| inklusive)?|spatestens(?: am)?|jusqu'a|jusqu'au|d'ici(?: a| au)?|au plus tard|hasta|a mas tardar|tot(?: en met)?|t/m|uiterlijk(?: op)?|op zijn laatst)${BETWEEN}`,
);

/** The last day that words before a day mean, or null when they set no bound: "before 9 Dec" ends on the 8th, "by 9 Dec" on the 9th. */
export function boundOf(folded: string, day: Pick<NamedDate, "date" | "start" | "period" | "from">): { lastDay: string } | null {
  const before = folded.slice(0, day.start);
  if (INCLUSIVE.test(before)) return { lastDay: day.date };
  // "Before next week" ends where that week begins.
  return EXCLUSIVE.test(before) ? { lastDay: dayBefore(day.from ?? day.date) } : null;
}
