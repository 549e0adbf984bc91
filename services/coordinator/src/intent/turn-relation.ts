import { fold, type Reading, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import type { IntentInput, TurnRelation } from "./intent-outcome.ts";
import {
  ADDS,
  CORRECTS,
  CORRECTS_INSIDE,
  COURTEOUS,
  HAPPENED,
  NO,
  ONLY,
  POLITELY,
  REPLACES,
  STATES,
  WITHDRAWS,
  YES,
} from "./turn-words.ts";

const PLACES_AND_TERMS: ReadonlySet<string> = new Set(["incoterm", "unlocode", "location", "service", "demand"]);

/** True when the turn names goods or a record itself. */
export const namesItsObject = (reading: Reading) => reading.ids.some((id) => !PLACES_AND_TERMS.has(id.kind));

/** A turn that could be sent on a fresh thread: an order with its object, or a question about a named thing. */
function standsAlone(reading: Reading): boolean {
  return namesItsObject(reading) && (reading.actions.kinds.length > 0 || reading.actions.objects.length > 0 || /[?¿]/.test(reading.own));
}

const CONDITIONAL = /^[\s¡,.!-]*(?:if|when|once|unless|in case|falls|wenn|sobald|si|quand|des que|cuando|als|wanneer|zodra|indien)\b/;

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

/** A turn that changes what was carried out right before it. */
function correctsDone(input: Turn, reading: Reading): boolean {
  const folded = fold(reading.own).trim();
  // "If the customer calls, make it 4" waits for something.
  if (reading.conditions.length > 0 || CONDITIONAL.test(folded)) return false;
  if (!input.done?.latest || (/[?¿]/.test(folded) && !POLITELY.test(folded))) return false;
  if (COURTEOUS.test(folded) || (!CORRECTS.test(folded) && !CORRECTS_INSIDE.test(folded))) return false;
  // "Wait, 1 was there already" tells how things are.
  const states = STATES.test(folded) || HAPPENED.test(folded);
  if (reading.actions.kinds.length === 0 && states && !REPLACES.test(folded)) return false;
  const changes = reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0 || namesItsObject(reading);
  const order = orderBefore(input, reading);
  if (!changes || ordersBeside(order, reading)) return false;
  return !standsAlone(reading) || (reading.actions.kinds.length > 0 && replacesWhole(order, reading));
}

/** Questions that are asked because a turn ordered nothing: there is no sentence that an answer could complete. */
const ABOUT_NOTHING: ReadonlySet<string> = new Set(["what_can_i_do"]);

/** True of an open request that waits because its words ordered nothing. */
export const isAboutNothing = (questions: readonly { id: string }[]): boolean =>
  questions.length > 0 && questions.every((question) => ABOUT_NOTHING.has(question.id));

/** How a turn stands to what is open on its thread. */
export function turnRelation(input: Turn, reading: Reading): TurnRelation {
  const folded = fold(reading.own).trim();
  const questions = input.pending?.questions ?? [];
  const open = isAboutNothing(questions) ? null : (input.pending?.openRequest ?? null);
  if (open && (input.pending?.questions.length ?? 0) > 0) {
    const short = YES.test(folded) || NO.test(folded);
    return standsAlone(reading) && !short && !CORRECTS.test(folded) ? "new" : "answer";
  }
  if (open) {
    if (WITHDRAWS.test(folded) || CORRECTS.test(folded)) return "correction";
    if (CORRECTS_INSIDE.test(folded) && !standsAlone(reading)) return "correction";
    const bare = reading.actions.kinds.length === 0 && !standsAlone(reading) && !/[?¿]/.test(folded);
    if (bare && (reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0)) return "correction";
  }
  if (!open && input.done) {
    if (WITHDRAWS.test(folded)) return "correction";
    if (correctsDone(input, reading)) return "correction";
  }
  const earlier = input.history.some((turn) => turn.role === "user");
  return earlier && !standsAlone(reading) ? "follow_up" : "new";
}
