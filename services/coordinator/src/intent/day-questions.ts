import { pastDeadlines, type Reading, vagueTimes } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { intentText } from "./intent-texts.ts";

/** Effects that are made for a day; for these any day of the words is meant as one. */
const FOR_A_DAY: ReadonlySet<string> = new Set([
  "transfer_stock",
  "book_shipment",
  "request_cycle_count",
  "reschedule_leg",
  "reroute_shipment",
  "create_reorder",
]);

/** Asks for the day when the words set one that is over, or a time that is no day. Nothing is planned without it. */
export function dayQuestions(reading: Reading, kinds: readonly string[], language: Language, businessNow: string): Question[] {
  const forADay = kinds.some((kind) => FOR_A_DAY.has(kind));
  const [past] = pastDeadlines(reading, businessNow, forADay);
  if (past) return [{ id: "date_in_the_past", text: intentText("date_in_the_past", language, past), options: [] }];
  const [vague] = forADay || kinds.includes("reserve_stock") ? vagueTimes(reading) : [];
  return vague === undefined ? [] : [{ id: "date_unclear", text: intentText("date_unclear", language, { text: vague }), options: [] }];
}
