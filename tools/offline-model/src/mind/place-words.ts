import type { NamedPlace, Reading } from "@quartermaster/language";

/** Spellings under which a place is looked up, best first. */
export function spellings(place: NamedPlace): string[] {
  return [...new Set([place.unlocode ?? place.name, place.name, place.text])];
}

export interface Places {
  from: NamedPlace | null;
  to: NamedPlace | null;
  at: NamedPlace | null;
  /** A name that stands where a destination would and is no known place. */
  receiver: NamedPlace | null;
}

const withRole = (places: readonly NamedPlace[], ...roles: NamedPlace["role"][]) =>
  places.find((place) => roles.includes(place.role)) ?? null;

/** The parts that the named places play; what the sentence leaves open comes from the turn it leans on. */
export function placesOf(reading: Reading, context: Reading | null): Places {
  const known = reading.places.filter((place) => place.known);
  const unknown = reading.places.filter((place) => !place.known && place.role !== "none");
  const receiver = withRole(unknown, "to", "for");
  let from = withRole(known, "from") ?? withRole(unknown, "from");
  let to = withRole(known, "to") ?? (receiver ? null : withRole(known, "for"));
  const at = withRole(known, "at") ?? withRole(unknown, "at");
  // "CIP Chennai": a place without a word before it is the named place of the term.
  const bare = known.find((place) => place.role === "none" && place !== from && place !== to);
  if (!to && (receiver || from) && bare) to = bare;
  // "To Marmara in Turkey": where the receiver is, is where the goods go.
  if (!to && receiver) to = reading.places.find((place) => place.role === "at" && place.start > receiver.end && place !== from) ?? null;
  if (!from && to) from = at && at !== to ? at : null;
  const earlier = context ? (context.places.find((place) => place.known && place.name !== to?.name) ?? null) : null;
  if (!from && to) from = earlier;
  return { from, to, at: at ?? from ?? to ?? bare ?? withRole(known, "for", "none") ?? earlier, receiver };
}
