import { type Reading, sharesIn } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { dayQuestions } from "./day-questions.ts";
import { intentText } from "./intent-texts.ts";

/** Effects on an amount; a share of something is none that anybody could hold them to. */
const OF_AN_AMOUNT: ReadonlySet<string> = new Set([
  "transfer_stock",
  "reserve_stock",
  "release_reservation",
  "book_shipment",
  "change_lines",
  "adjust_stock",
  "create_reorder",
]);

/** "Yes" carries the order without its condition, so that it stands as if said alone. */
function conditionQuestions(reading: Reading, language: Language): Question[] {
  const [condition] = reading.conditions;
  if (!condition) return [];
  const text = intentText("condition_open", language, { text: condition.text });
  // "Cancel it" is about what the condition names.
  const named = reading.ids.filter((id) => id.start >= condition.start && id.end <= condition.end).map((id) => id.id);
  const elsewhere = reading.ids.some((id) => id.start < condition.start || id.end > condition.end);
  const rest = condition.rest === null || elsewhere ? condition.rest : [...named, condition.rest].join(", ");
  const yes = { label: intentText("option_holds", language), text: rest ?? "" };
  const no = { label: intentText("option_holds_not", language), text: intentText("option_holds_not", language) };
  return [{ id: "condition_open", text, options: yes.text === "" ? [] : [yes, no] }];
}

function shareQuestions(reading: Reading, kinds: readonly string[], language: Language): Question[] {
  const [share] = kinds.some((kind) => OF_AN_AMOUNT.has(kind)) ? sharesIn(reading.own, [...reading.dates, ...reading.ids]) : [];
  return share ? [{ id: "amount_unclear", text: intentText("amount_unclear", language, { text: share.text }), options: [] }] : [];
}

/** What an order leaves open that nobody may guess: whether its condition holds, how much a share is, and which day is meant. */
export function openQuestions(reading: Reading, kinds: readonly string[], language: Language, businessNow: string): Question[] {
  const [first] = [
    conditionQuestions(reading, language),
    shareQuestions(reading, kinds, language),
    dayQuestions(reading, kinds, language, businessNow),
  ].filter((questions) => questions.length > 0);
  return first ?? [];
}
