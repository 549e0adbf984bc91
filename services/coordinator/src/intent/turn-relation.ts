import { fold, type Reading, readText } from "@quartermaster/language";
import type { IntentInput, TurnRelation } from "./intent-outcome.ts";
import { ADDS, CORRECTS, CORRECTS_INSIDE, NO, POLITELY, REPLACES, WITHDRAWS, YES } from "./turn-words.ts";

const PLACES_AND_TERMS: ReadonlySet<string> = new Set(["incoterm", "unlocode", "location", "service", "demand"]);

/** True when the turn names goods or a record itself. */
export const namesItsObject = (reading: Reading) => reading.ids.some((id) => !PLACES_AND_TERMS.has(id.kind));

/** A turn that could be sent on a fresh thread: an order with its object, or a question about a named thing. */
function standsAlone(reading: Reading): boolean {
  return namesItsObject(reading) && (reading.actions.kinds.length > 0 || reading.actions.objects.length > 0 || /[?¿]/.test(reading.own));
}

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

/** An order of its own beside what was carried out: another deed, or the same once more in addition. */
function ordersBeside(order: Reading | null, reading: Reading): boolean {
  const { kinds } = reading.actions;
  if (kinds.length === 0) return false;
  // In German "also" only draws a conclusion.
  const folded = reading.language === "de" ? fold(reading.own).replace(/\balso\b/g, "") : fold(reading.own);
  const before = order?.actions.kinds ?? [];
  return ADDS.test(folded) || (before.length > 0 && kinds.some((kind) => !before.includes(kind)));
}

/** A whole order that is about the same goods or record as the one before, or says that it comes in its place. */
function replacesWhole(order: Reading | null, reading: Reading): boolean {
  if (REPLACES.test(fold(reading.own))) return true;
  const names = (id: Reading["ids"][number]) => !PLACES_AND_TERMS.has(id.kind);
  return reading.ids.some((id) => names(id) && order?.ids.some((other) => other.id === id.id));
}

/** A turn that changes what was carried out right before it. */
function correctsDone(input: Turn, reading: Reading): boolean {
  const folded = fold(reading.own).trim();
  if (!input.done?.latest || (/[?¿]/.test(folded) && !POLITELY.test(folded))) return false;
  if (!CORRECTS.test(folded) && !CORRECTS_INSIDE.test(folded)) return false;
  const changes = reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0 || namesItsObject(reading);
  const order = orderBefore(input, reading);
  if (!changes || ordersBeside(order, reading)) return false;
  return !standsAlone(reading) || (reading.actions.kinds.length > 0 && replacesWhole(order, reading));
}

/** How a turn stands to what is open on its thread. */
export function turnRelation(input: Turn, reading: Reading): TurnRelation {
  const folded = fold(reading.own).trim();
  const open = input.pending?.openRequest ?? null;
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
