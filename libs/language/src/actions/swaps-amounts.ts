import type { Span } from "../text/span.ts";

const INSTEAD =
  /\b(?:instead of|rather than|in place of|(?:an)?statt|anstelle von|au lieu d[eu']?|a la place d[eu']?|en (?:vez|lugar) de|in plaats van)(?!\p{L})/u;
/** Verbs of wanting and of setting to a value: without one the words may tell how things are. */
const WANTS =
  /\b(?:wants?|needs?|would like|should|must|asks? for|set|put|make|will|wollen|mocht\w*|braucht?|wunsch\w*|soll\w*|setze?|mach\w*|veut|veulent|voudrai\w*|souhait\w*|demand\w*|mett\w*|passez|quiere\w*|desea\w*|necesita\w*|pide\w*|pon|ponga\w*|deja|wil|willen|wenst\w*|moet\w*|zet|maak)\b/;

/** True when a folded clause wants one of its amounts in the place of another ("wants 8 on SHP-2 instead of 6"), whatever stands between. */
export function swapsAmounts(clause: string, amounts: readonly Span[]): boolean {
  if (!WANTS.test(clause)) return false;
  return amounts.some((amount, index) => {
    const next = amounts[index + 1];
    return next !== undefined && INSTEAD.test(clause.slice(amount.end, next.start));
  });
}
