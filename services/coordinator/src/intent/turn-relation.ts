import { blank, fold, marksCorrection, opensCorrection, type Reading, readText, type SpeechAct, speechAct } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { asksToRemember } from "../threads/asks-to-remember.ts";
import type { IntentInput, TurnRelation } from "./intent-outcome.ts";
import { ADDS, NO, ONLY, REPLACES, YES } from "./turn-words.ts";

const PLACES_AND_TERMS: ReadonlySet<string> = new Set(["incoterm", "unlocode", "location", "service", "demand"]);

/** True when the turn names goods or a record itself. */
export const namesItsObject = (reading: Reading) => reading.ids.some((id) => !PLACES_AND_TERMS.has(id.kind));

/** A turn that could be sent on a fresh thread: an order with its object, or a question about a named thing. */
function standsAlone(reading: Reading): boolean {
  return namesItsObject(reading) && (reading.actions.kinds.length > 0 || reading.actions.objects.length > 0 || /[?¿]/.test(reading.own));
}

/** A turn of keys alone: "SHP-2" says which record was meant, and asks nothing of it. */
const onlyNamesKeys = ({ own, ids }: Reading): boolean => ids.length > 0 && !/[\p{L}\p{N}?¿]/u.test(blank(own, ids));

/** Acts that change nothing of an order: an amount or a day that they hold is none of it ("Wait, 1 was there already"). */
const CHANGES_NOTHING: ReadonlySet<SpeechAct> = new Set([
  "question",
  "condition",
  "forbidding",
  "report",
  "courtesy",
  "refusal",
  "agreement",
]);

type Turn = Pick<IntentInput, "text" | "pending" | "history" | "done" | "businessNow">;

/** The last turn that ordered anything: a bare "yes" ends a request, and what it agreed to stands before it. */
function orderBefore(input: Turn, reading: Reading): Reading | null {
  const turns = input.history.filter((turn) => turn.role === "user").map((turn) => turn.text);
  if (turns.at(-1) === input.text) turns.pop();
  const texts = [...turns.slice(-20), ...(input.done ? [input.done.text] : [])].reverse();
  for (const text of texts) {
    const order = readText(text, reading.language, input.businessNow);
    if (order.actions.kinds.length > 0) return order;
  }
  return null;
}

/** True when a turn orders something in addition to what was ordered before. */
export function addsToOrder(text: string, language: Language): boolean {
  const folded = fold(text);
  // In German "also" only draws a conclusion.
  return ADDS.test(language === "de" ? folded.replace(/\balso\b/g, "") : folded);
}

/** An order of its own beside what was carried out: another deed, or the same once more in addition. */
function ordersBeside(order: Reading | null, reading: Reading): boolean {
  const { kinds } = reading.actions;
  if (kinds.length === 0) return false;
  const before = order?.actions.kinds ?? [];
  return addsToOrder(reading.own, reading.language) || (before.length > 0 && kinds.some((kind) => !before.includes(kind)));
}

/**
 * A whole order that comes in the place of the one before: it says so, it is for the same demand or about the same record, or it says no
 * to it and is about the same goods. Goods alone are no sign: the next order is often about the same ones.
 */
function replacesWhole(order: Reading | null, reading: Reading): boolean {
  const folded = fold(reading.own);
  if (REPLACES.test(folded)) return true;
  const shared = (kinds: (kind: string) => boolean) =>
    reading.ids.some((id) => kinds(id.kind) && order?.ids.some((other) => other.id === id.id));
  if (shared((kind) => kind === "demand" || (kind !== "sku" && !PLACES_AND_TERMS.has(kind)))) return true;
  return (NO.test(folded.trim()) || ONLY.test(folded)) && shared((kind) => kind === "sku");
}

/** "15", "15 pieces": an amount and nothing else has nothing but the order before it to be about. */
const isBareAmount = (reading: Reading): boolean =>
  reading.quantities.length === 1 && !/[?¿]/.test(reading.own) && blank(reading.own, reading.quantities).replace(/[\s.,!]+/g, "") === "";

/** A turn that changes what was carried out right before it. */
function correctsDone(input: Turn, reading: Reading, act: SpeechAct): boolean {
  if (!input.done?.latest || CHANGES_NOTHING.has(act)) return false;
  if (!marksCorrection(reading) && !isBareAmount(reading)) return false;
  const { kinds } = reading.actions;
  const changes = reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0 || namesItsObject(reading);
  const order = orderBefore(input, reading);
  if (!changes || ordersBeside(order, reading)) return false;
  if (!standsAlone(reading)) return true;
  // "Sorry, I meant SHP-2" orders nothing by itself: it puts another thing in the place of the one before.
  return kinds.length === 0 ? REPLACES.test(fold(reading.own)) || isSameKind(order, reading) : replacesWhole(order, reading);
}

/** True when every key of the turn is of a kind that the order before names: it can stand in the place of one of those. */
const isSameKind = (order: Reading | null, reading: Reading): boolean =>
  reading.ids.length > 0 && reading.ids.every(({ kind }) => order?.ids.some((other) => other.kind === kind) === true);

/** Forbidding what was ordered takes it back; "don't cancel that" does not. */
function forbidsOrder(order: Reading | null, reading: Reading): boolean {
  const forbidden = reading.actions.clauses.flatMap((clause) => clause.forbids?.kinds ?? []);
  return order !== null && order.actions.kinds.length > 0 && order.actions.kinds.every((kind) => forbidden.includes(kind));
}

/** Acts that change nothing of an order and ask nobody for anything. */
const ONLY_TELLS: ReadonlySet<SpeechAct> = new Set(["condition", "forbidding", "report", "courtesy", "refusal"]);

/** True of a turn of a thread that orders nothing and asks for nothing: it is taken note of, and what was ordered stays as it is. */
export function onlyTells(input: Turn, reading: Reading): boolean {
  const texts = input.history.filter((turn) => turn.role === "user").map((turn) => turn.text);
  if (texts.at(-1) === input.text) texts.pop();
  const act = speechAct(reading);
  if ((texts.length === 0 && !input.done && !input.pending?.openRequest) || !ONLY_TELLS.has(act)) return false;
  if (reading.actions.kinds.length > 0 || asksToRemember(input.text, reading.language)) return false;
  if (act !== "report" && act !== "condition") return true;
  // What is told of another record, or of the stock, may be told so that somebody looks.
  const known = texts.flatMap((text) => readText(text, reading.language, input.businessNow).ids.map((id) => id.id));
  return !reading.actions.objects.includes("stock") && reading.ids.every((id) => known.includes(id.id));
}

/** Questions that are asked because a turn ordered nothing: there is no sentence that an answer could complete. */
const ABOUT_NOTHING: ReadonlySet<string> = new Set(["what_can_i_do"]);

/** True of an open request that waits because its words ordered nothing. */
export const isAboutNothing = (questions: readonly { id: string }[]): boolean =>
  questions.length > 0 && questions.every((question) => ABOUT_NOTHING.has(question.id));

/** The open request, of those given oldest first, that a turn may be about: the newest that ordered something, or else the newest. */
export const openOrder = <R extends { questions: readonly { id: string }[] }>(open: readonly R[]): R | undefined =>
  open.findLast((request) => !isAboutNothing(request.questions)) ?? open.at(-1);

/** How a turn stands to what is open on its thread. */
export function turnRelation(input: Turn, reading: Reading): TurnRelation {
  const folded = fold(reading.own).trim();
  const questions = input.pending?.questions ?? [];
  const open = isAboutNothing(questions) ? null : (input.pending?.openRequest ?? null);
  if (open && (input.pending?.questions.length ?? 0) > 0) {
    // A chosen option answers, though it is a whole sentence.
    if (questions.some(({ options }) => options.some(({ label, text }) => [label, text].includes(input.text.trim())))) return "answer";
    const short = YES.test(folded) || NO.test(folded);
    return standsAlone(reading) && !short && !opensCorrection(reading) && !onlyNamesKeys(reading) ? "new" : "answer";
  }
  const act = speechAct(reading);
  if (open || input.done) {
    if (act === "withdrawal" || (act === "forbidding" && forbidsOrder(orderBefore(input, reading), reading))) return "correction";
  }
  if (open && !CHANGES_NOTHING.has(act)) {
    // "Not SHP-1 but SHP-2" names a record and orders nothing with it.
    const putsInPlace = !standsAlone(reading) || (reading.actions.kinds.length === 0 && isSameKind(orderBefore(input, reading), reading));
    if (opensCorrection(reading) || (marksCorrection(reading) && putsInPlace)) return "correction";
    const bare = reading.actions.kinds.length === 0 && !standsAlone(reading);
    if (bare && (reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0)) return "correction";
  }
  if (!open && input.done && correctsDone(input, reading, act)) return "correction";
  const earlier = input.history.some((turn) => turn.role === "user");
  return earlier && !standsAlone(reading) ? "follow_up" : "new";
}
