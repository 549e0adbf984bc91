import type { Language } from "@quartermaster/shared/contracts";
import { type Condition, conditionsIn } from "./actions/conditions.ts";
import { type ReadActions, readActions } from "./actions/read-actions.ts";
import { findDates, type NamedDate } from "./figures/find-dates.ts";
import { findQuantities, type NamedQuantity } from "./figures/find-quantities.ts";
import { type PastDay, pastDays } from "./figures/past-days.ts";
import { unitCodes } from "./figures/units-table.ts";
import { findIds, type NamedId } from "./names/find-ids.ts";
import { findPlaces, type NamedPlace } from "./names/find-places.ts";
import { ownWords } from "./text/own-words.ts";
import { blank, overlaps, type Span } from "./text/span.ts";

/** Everything the rules find in a user's own words; offsets are those of the text. */
export interface Reading {
  language: Language;
  /** The text with quoted and pasted parts blanked. */
  own: string;
  quoted: string[];
  ids: NamedId[];
  dates: NamedDate[];
  /** Days that lie behind by their words ("yesterday"); never among `dates`. */
  past: PastDay[];
  quantities: NamedQuantity[];
  places: NamedPlace[];
  /** What the orders wait for; deeds told there are none of them. */
  conditions: Condition[];
  actions: ReadActions;
}

/** The text without what its orders wait for, but for the keys there: "if SHP-… is not loaded, cancel it" is about that shipment. */
function withoutConditions(own: string, conditions: readonly Condition[], ids: readonly NamedId[]): string {
  const gone = conditions.filter(({ rest }) => rest !== null);
  const named = ids.filter((id) => gone.some((condition) => overlaps(condition, id)));
  return named.reduce((text, id) => text.slice(0, id.start) + own.slice(id.start, id.end) + text.slice(id.end), blank(own, gone));
}

/** "Bis 18.12. bringen" is one sentence: the points of a day end none. */
const withoutPoints = (text: string, dates: readonly Span[]): string =>
  dates.reduce((kept, day) => kept.slice(0, day.start) + kept.slice(day.start, day.end).replaceAll(".", " ") + kept.slice(day.end), text);

/** What an order is about: not what stands in a clause that forbids or asks, when the same kind of thing stands in another. */
function wanted<T extends Span>(found: readonly T[], actions: ReadActions, kindOf: (item: T) => string): T[] {
  if (actions.kinds.length === 0) return [...found];
  const isIdle = (item: T) => actions.clauses.some((clause) => clause.idle && item.start >= clause.start && item.end <= clause.end);
  const kinds = new Set(found.filter((item) => !isIdle(item)).map(kindOf));
  return found.filter((item) => !isIdle(item) || !kinds.has(kindOf(item)));
}

/** Reads a text by rules alone. Quoted and pasted parts give nothing. */
export function readText(text: string, language: Language, businessNow: string): Reading {
  const { own, quoted } = ownWords(text);
  const named = findIds(own);
  const dates = findDates(blank(own, named), businessNow, language);
  const past = pastDays(own, businessNow, language);
  const amounts = findQuantities(blank(own, [...named, ...dates]), language);
  const conditions = conditionsIn(own, language);
  const places = findPlaces(own, named, (word) => unitCodes(word).length > 0);
  const findings = { ids: named, dates, quantities: amounts };
  const actions = readActions(withoutPoints(withoutConditions(own, conditions, named), dates), language, findings);
  const ids = wanted(named, actions, (id) => id.kind);
  const quantities = wanted(amounts, actions, () => "amount");
  return { language, own, quoted, ids, dates, past, quantities, places, conditions, actions };
}
