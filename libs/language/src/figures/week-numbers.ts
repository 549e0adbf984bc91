import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";
import { WEEK_NUMBER } from "./date-patterns.ts";
import { isMeasureAhead } from "./measure-ahead.ts";

/** Weeks by their number, as parts of a folded text. */
export function weekNumbers(folded: string): Span[] {
  return matchesOf(folded, WEEK_NUMBER)
    .filter(({ match, span }) => Number(match[1]) >= 1 && Number(match[1]) <= 53 && !isMeasureAhead(folded, span.end))
    .map(({ span }) => span);
}
