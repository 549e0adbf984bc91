import { fold, type Reading, readText } from "@quartermaster/language";
import type { IntentInput, TurnRelation } from "./intent-outcome.ts";
import { ADDS, CORRECTS, CORRECTS_INSIDE, NO, WITHDRAWS, YES } from "./turn-words.ts";

/** True when the turn names goods or a record itself. */
export const namesItsObject = (reading: Reading) =>
  reading.ids.some((id) => !["incoterm", "unlocode", "location", "service", "demand"].includes(id.kind));

/** A turn that could be sent on a fresh thread: an order with its object, or a question about a named thing. */
function standsAlone(reading: Reading): boolean {
  return namesItsObject(reading) && (reading.actions.kinds.length > 0 || reading.actions.objects.length > 0 || /[?¿]/.test(reading.own));
}

type Turn = Pick<IntentInput, "text" | "pending" | "history" | "done" | "businessNow">;

/** The deeds of the last turn that ordered any: a bare "yes" ends a request, and what it agreed to stands before it. */
function kindsBefore(input: Turn, reading: Reading): readonly string[] {
  const turns = input.history.filter((turn) => turn.role === "user").map((turn) => turn.text);
  if (turns.at(-1) === input.text) turns.pop();
  const texts = [...turns.slice(-20), ...(input.done ? [input.done.text] : [])].reverse();
  for (const text of texts) {
    const { kinds } = readText(text, reading.language, input.businessNow).actions;
    if (kinds.length > 0) return kinds;
  }
  return [];
}

/** An order of its own beside what was carried out: another deed, or the same once more in addition. */
function ordersBeside(input: Turn, reading: Reading): boolean {
  const { kinds } = reading.actions;
  if (kinds.length === 0) return false;
  // In German "also" only draws a conclusion.
  const folded = reading.language === "de" ? fold(reading.own).replace(/\balso\b/g, "") : fold(reading.own);
  const before = kindsBefore(input, reading);
  return ADDS.test(folded) || (before.length > 0 && kinds.some((kind) => !before.includes(kind)));
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
    const changes = reading.quantities.length > 0 || reading.dates.length > 0 || reading.places.length > 0 || namesItsObject(reading);
    const corrects = CORRECTS.test(folded) || CORRECTS_INSIDE.test(folded);
    const beside = ordersBeside(input, reading);
    if (input.done.latest && corrects && changes && !beside && !standsAlone(reading) && !/[?¿]/.test(folded)) return "correction";
  }
  const earlier = input.history.some((turn) => turn.role === "user");
  return earlier && !standsAlone(reading) ? "follow_up" : "new";
}
