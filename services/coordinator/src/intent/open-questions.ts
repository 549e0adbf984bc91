import { choicesIn, fold, orderInCondition, type Reading, sharesIn } from "@quartermaster/language";
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

/** Words under which an order does not hold, or not yet: "is it so?" would be answered the wrong way round. */
const EXCEPT = /^(?:unless|until|es sei denn|sauf si|a moins qu|a menos que|salvo que|tenzij)/;
/** The same, in words before an "if". */
const EXCEPT_BEFORE = /[\s,]*\b(?:(?:but|aber|mais|pero|maar) )?(?:except|not|aus+er|nicht|sauf|pas|salvo|excepto|no|behalve|niet)\s*$/;
/** Deeds that last: "hold it until the licence arrives" holds now. */
const LASTS: ReadonlySet<string> = new Set(["place_hold", "set_stock_status"]);

const PRONOUN = /\b(?:it|them|es|sie|ihn|hem|ze)\b|-(?:le|la|les)\b|\b\w{4,}(?:lo|los)\b/;

/** "If SHP-1 is late, cancel it and hold SHP-2": what it leans on stands before the first key. */
function leansFirst(rest: string, reading: Reading): boolean {
  const at = fold(rest).search(PRONOUN);
  return at >= 0 && reading.ids.every(({ text }) => !rest.includes(text) || rest.indexOf(text) > at);
}

/** The order without the word before its condition ("not if …"), which ends what stands before the condition. */
function withoutExcept(rest: string, own: string, start: number, conditionStart: number): string {
  const before = own.slice(0, conditionStart).trim();
  const at = before === "" ? -1 : rest.indexOf(before);
  if (start === conditionStart || at < 0) return rest.trim();
  return `${rest.slice(0, at)}${own.slice(0, start).trim()}${rest.slice(at + before.length)}`.trim();
}

/** True when the condition belongs to deeds that last and not to what else the text orders. */
function isOfWhatLasts(reading: Reading, kinds: readonly string[], conditionStart: number): boolean {
  const deeds = reading.actions.clauses.filter((clause) => clause.kinds.length > 0);
  const own = deeds.findLast((clause) => clause.start < conditionStart)?.kinds ?? kinds;
  return own.every((kind) => LASTS.has(kind));
}

/** "Yes" carries the order without its condition, so that it stands as if said alone. */
function conditionQuestions(reading: Reading, kinds: readonly string[], language: Language): Question[] {
  const condition = reading.conditions.find(({ text, start }) => !(/^until\b/.test(fold(text)) && isOfWhatLasts(reading, kinds, start)));
  if (!condition) return [];
  const before = EXCEPT_BEFORE.exec(fold(reading.own.slice(0, condition.start)));
  const excepts = before !== null || EXCEPT.test(fold(condition.text));
  const id = excepts ? "exception_open" : "condition_open";
  const start = before?.index ?? condition.start;
  const text = intentText(id, language, { text: reading.own.slice(start, condition.end).replace(/^[\s,]+/, "") });
  // "Cancel it" is about what the condition names.
  const named = reading.ids.filter((id) => id.start >= condition.start && id.end <= condition.end).map((id) => id.id);
  const elsewhere = reading.ids.some((id) => id.start < condition.start || id.end > condition.end);
  const isAbout = !elsewhere || (condition.rest !== null && leansFirst(condition.rest, reading));
  const rest = condition.rest === null || !isAbout ? condition.rest : [...named, condition.rest].join(", ");
  const [doIt, leaveIt] = excepts ? (["option_now", "option_not_now"] as const) : (["option_holds", "option_holds_not"] as const);
  const guess = condition.rest === null && condition.mixed && !excepts ? orderInCondition(condition.text, language) : null;
  // A guess is agreed to in full sight only.
  const yes =
    guess === null
      ? { label: intentText(doIt, language), text: rest === null ? "" : withoutExcept(rest, reading.own, start, condition.start) }
      : { label: `${intentText(doIt, language)}: ${guess}`.slice(0, 200), text: guess };
  const no = { label: intentText(leaveIt, language), text: intentText(leaveIt, language) };
  return [{ id, text, options: yes.text === "" ? [] : [yes, no] }];
}

function shareQuestions(reading: Reading, kinds: readonly string[], language: Language): Question[] {
  const open = [...sharesIn(reading.own, [...reading.dates, ...reading.ids]), ...choicesIn(reading)];
  const [share] = kinds.some((kind) => OF_AN_AMOUNT.has(kind)) ? open : [];
  return share ? [{ id: "amount_unclear", text: intentText("amount_unclear", language, { text: share.text }), options: [] }] : [];
}

/** "Reserve 1.000" in English: a thousand, or one? */
function figureQuestions(reading: Reading, kinds: readonly string[], language: Language): Question[] {
  const figure = kinds.some((kind) => OF_AN_AMOUNT.has(kind)) ? reading.quantities.find(({ other }) => other !== null) : undefined;
  if (!figure?.other) return [];
  const options = [figure.other, figure.quantity].map((quantity) => ({ label: quantity, text: quantity }));
  return [{ id: "amount_unclear", text: intentText("amount_unclear", language, { text: figure.text }), options }];
}

/** What an order leaves open that nobody may guess: whether its condition holds, how much a share is, and which day is meant. */
export function openQuestions(reading: Reading, kinds: readonly string[], language: Language, businessNow: string): Question[] {
  const [first] = [
    conditionQuestions(reading, kinds, language),
    shareQuestions(reading, kinds, language),
    figureQuestions(reading, kinds, language),
    dayQuestions(reading, kinds, language, businessNow),
  ].filter((questions) => questions.length > 0);
  return first ?? [];
}
