import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";

const PHONE =
  /\+\d{1,3}[ ()/.\d-]{6,}\d|\b(?:tel\w*|phone|mobile|fax|call|handy|mobil\w*|anruf\w*|movil|llam\w+|appel\w*|portable|gsm|bel)\b\.?:?\s*(?:(?:nr|no|number|nummer)\b\.?:?\s*)?[(0][\d ()/.-]{4,}\d/g;

/** Telephone numbers, as parts of a folded text. */
export const phoneNumbers = (folded: string): Span[] => matchesOf(folded, PHONE).map(({ span }) => span);
