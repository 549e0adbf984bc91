import type { Language } from "@quartermaster/shared/contracts";
import { type ReadActions, readActions } from "./actions/read-actions.ts";
import { findDates, type NamedDate } from "./figures/find-dates.ts";
import { findQuantities, type NamedQuantity } from "./figures/find-quantities.ts";
import { type PastDay, pastDays } from "./figures/past-days.ts";
import { unitCodes } from "./figures/units-table.ts";
import { findIds, type NamedId } from "./names/find-ids.ts";
import { findPlaces, type NamedPlace } from "./names/find-places.ts";
import { ownWords } from "./text/own-words.ts";
import { blank } from "./text/span.ts";

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
  actions: ReadActions;
}

/** Reads a text by rules alone. Quoted and pasted parts give nothing. */
export function readText(text: string, language: Language, businessNow: string): Reading {
  const { own, quoted } = ownWords(text);
  const ids = findIds(own);
  const dates = findDates(blank(own, ids), businessNow, language);
  const past = pastDays(own, businessNow, language);
  const quantities = findQuantities(blank(own, [...ids, ...dates]), language);
  const places = findPlaces(own, ids, (word) => unitCodes(word).length > 0);
  return { language, own, quoted, ids, dates, past, quantities, places, actions: readActions(own, language, { ids, dates, quantities }) };
}
