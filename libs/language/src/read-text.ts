import type { Language } from "@quartermaster/shared/contracts";
import { type Condition, conditionsIn } from "./actions/conditions.ts";
import { type ReadActions, readActions } from "./actions/read-actions.ts";
import { keysToActOn } from "./actions/reason-keys.ts";
import { selfCorrections } from "./actions/self-corrections.ts";
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
  /** Words that put right something said before without telling what; nobody may choose. */
  unclearCorrection: string | null;
}

/** What the text says with what it took back left out; what came in its place has the unit or the part that only the first one told. */
function putRight(own: string, language: Language, actions: ReadActions, read: Found): Found & { unclear: string | null } {
  const isPlaceKey = ({ kind }: NamedId) => kind === "location" || kind === "unlocode";
  const said = [
    ...read.ids.filter((id) => !isPlaceKey(id)).map((id) => ({ start: id.start, end: id.end, kind: id.kind === "code" ? "sku" : id.kind })),
    ...read.quantities.map(({ start, end }) => ({ start, end, kind: "amount" })),
    ...read.places.map(({ start, end, role }) => ({ start, end, kind: `place:${role}` })),
  ];
  const { withdrawn, insteadOf, unclear } = selfCorrections(own, language, said, actions.clauses, read.dates);
  const stays = (span: Span) => ![...withdrawn].some((other) => other.start === span.start && other.end === span.end);
  const replacedBy = (span: Span) => [...insteadOf].find(([value]) => value.start === span.start && value.end === span.end)?.[1];
  const at = <T extends Span>(list: readonly T[], span: Span | undefined) => list.find((item) => item.start === span?.start);
  return {
    ids: read.ids.filter(stays),
    dates: read.dates,
    quantities: read.quantities.filter(stays).map((amount) => {
      const old = amount.unitText === null ? at(read.quantities, replacedBy(amount)) : undefined;
      return old ? { ...amount, units: old.units, unitText: old.unitText } : amount;
    }),
    places: read.places.filter(stays).map((place) => {
      const old = place.role === "none" ? at(read.places, replacedBy(place)) : undefined;
      return old ? { ...place, role: old.role } : place;
    }),
    unclear,
  };
}

type Found = Pick<Reading, "ids" | "dates" | "quantities" | "places">;

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
  const right = putRight(own, language, actions, { ...findings, places: found });
  const isSpared = sparing(own, actions, dates);
  const ids = keysToActOn(
    own,
    actions.clauses,
    wanted(right.ids, isSpared, (id) => id.kind, own),
  );
  const quantities = wanted(right.quantities, isSpared, () => "amount");
  const days = wanted(dates, isSpared, () => "day");
  return {
    language,
    own,
    quoted,
    ids,
    dates: days,
    past,
    quantities,
    places: wanted(right.places, isSpared, (place) => place.role),
    conditions,
    actions,
    unclearCorrection: right.unclear,
  };
}
