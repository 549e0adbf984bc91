import type { Language } from "@quartermaster/shared/contracts";
import { type Condition, conditionsIn } from "./actions/conditions.ts";
import { type ReadActions, readActions } from "./actions/read-actions.ts";
import { keysToActOn } from "./actions/reason-keys.ts";
import { sparing, wanted } from "./actions/sparing.ts";
import { findDates, type NamedDate } from "./figures/find-dates.ts";
import { findQuantities, type NamedQuantity } from "./figures/find-quantities.ts";
import { type PastDay, pastDays } from "./figures/past-days.ts";
import { unitCodes } from "./figures/units-table.ts";
import { writtenDays } from "./figures/written-days.ts";
import { findIds, type NamedId } from "./names/find-ids.ts";
import { findPlaces, type NamedPlace } from "./names/find-places.ts";
import { receiversIn } from "./names/receivers-in.ts";
import { fold } from "./text/fold.ts";
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
  const gone = conditions.filter(({ mixed }) => !mixed);
  const named = ids.filter((id) => gone.some((condition) => overlaps(condition, id)));
  return named.reduce((text, id) => text.slice(0, id.start) + own.slice(id.start, id.end) + text.slice(id.end), blank(own, gone));
}

/** "Bis 18.12. bringen" is one sentence: the points of a day end none. */
const withoutPoints = (text: string, days: readonly Span[]): string =>
  days.reduce((kept, day) => kept.slice(0, day.start) + kept.slice(day.start, day.end).replaceAll(".", " ") + kept.slice(day.end), text);

/** Reads a text by rules alone. Quoted and pasted parts give nothing. */
export function readText(text: string, language: Language, businessNow: string): Reading {
  const { own, quoted } = ownWords(text);
  const named = findIds(own);
  const dates = findDates(blank(own, named), businessNow, language);
  const past = pastDays(own, businessNow, language);
  const amounts = findQuantities(blank(own, [...named, ...dates]), language);
  const conditions = conditionsIn(own, language);
  // A holiday is written like a name; it is a day.
  const found = findPlaces(own, named, (word) => unitCodes(word).length > 0).filter(
    (place) => place.known || !dates.some((day) => overlaps(day, place)),
  );
  const findings = { ids: named, dates, quantities: amounts, places: found, receivers: receiversIn(found) };
  // Days that no calendar has keep their sentence together as well, so that the order is understood and its day refused.
  const written = [...dates, ...writtenDays(fold(blank(own, named)), language)];
  const actions = readActions(withoutPoints(withoutConditions(own, conditions, named), written), language, findings);
  const isSpared = sparing(own, actions, dates);
  const ids = keysToActOn(
    own,
    actions.clauses,
    wanted(named, isSpared, (id) => id.kind, own),
  );
  const quantities = wanted(amounts, isSpared, () => "amount");
  const days = wanted(dates, isSpared, () => "day");
  return {
    language,
    own,
    quoted,
    ids,
    dates: days,
    past,
    quantities,
    places: wanted(found, isSpared, (place) => place.role),
    conditions,
    actions,
  };
}
