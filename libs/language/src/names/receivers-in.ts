import type { Span } from "../text/span.ts";
import type { NamedPlace } from "./find-places.ts";

/** "in ", "en ", "a " between a name and the place behind it. */
const LONGEST_LINK = 6;

/**
 * Who gets goods, with the place where they are: "to Marmara in Turkey". A name that is no known place and has a place behind it is
 * somebody's; a place of our own is named alone.
 */
export const receiversIn = (places: readonly NamedPlace[]): Span[] =>
  places.flatMap((place, index) => {
    const next = places[index + 1];
    const belongs = next?.role === "at" && next.start - place.end <= LONGEST_LINK;
    return !place.known && (place.role === "to" || place.role === "for") && belongs ? [{ start: place.start, end: place.end }] : [];
  });
