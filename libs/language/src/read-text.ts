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
import { blank, overlaps } from "./text/span.ts";

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

/** Reads a text by rules alone. Quoted and pasted parts give nothing. */
export function readText(text: string, language: Language, businessNow: string): Reading {
  const { own, quoted } = ownWords(text);
  const ids = findIds(own);
  const dates = findDates(blank(own, ids), businessNow, language);
  const past = pastDays(own, businessNow, language);
  const quantities = findQuantities(blank(own, [...ids, ...dates]), language);
  const conditions = conditionsIn(own, language);
  const ordered = withoutConditions(own, conditions, ids);
  const places = findPlaces(own, ids, (word) => unitCodes(word).length > 0);
  return {
    language,
    own,
    quoted,
    ids,
    dates,
    past,
    quantities,
    places,
    conditions,
    actions: readActions(ordered, language, { ids, dates, quantities }),
  };
}
