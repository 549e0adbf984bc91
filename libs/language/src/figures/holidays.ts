import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";

/** Holidays that fall on the same day of every year, in folded words of the five languages. */
const HOLIDAYS: [month: number, day: number, words: string][] = [
  [12, 31, "new year'?s eve|silvester|saint-sylvestre|la saint-sylvestre|nochevieja|oudejaarsavond|oudjaar|oudejaar"],
  [1, 1, "new year'?s day|new year'?s?|neujahr(?:stag)?|nouvel an|jour de l'an|ano nuevo|nieuwjaar(?:sdag)?|jahreswechsel"],
  [12, 24, "christmas eve|heiligabend|heilig abend|veille de noel|nochebuena|kerstavond"],
  [12, 26, "boxing day|zweiter weihnachtstag|tweede kerstdag"],
  [12, 25, "christmas(?: day)?|xmas|weihnachten|weihnacht|(?:erster )?weihnachtstag|noel|navidad(?:es)?|kerstmis|kerst|eerste kerstdag"],
  [1, 6, "epiphany|heilige drei konige|dreikonig(?:e|stag)?|epiphanie|(?:dia de |los )?reyes(?: magos)?|driekoningen"],
  [12, 6, "saint nicholas(?: day)?|nikolaustag|saint-nicolas|san nicolas"],
  [5, 1, "may day|labou?r day|tag der arbeit|maifeiertag|fete du travail|dia del trabajo|dag van de arbeid"],
];
const PATTERNS = HOLIDAYS.map(([month, day, words]) => ({ month, day, pattern: new RegExp(`\\b(?:${words})\\b`, "g") }));

/** Holidays of a fixed day that folded words name. */
export function holidaysIn(folded: string): (Span & { month: number; day: number })[] {
  return PATTERNS.flatMap(({ month, day, pattern }) => matchesOf(folded, pattern).map(({ span }) => ({ ...span, month, day })));
}
