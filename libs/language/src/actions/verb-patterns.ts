/** In English the same word is a noun after one of these. */
const NOUN =
  "(?<!\\b(?:the|a|an|this|that|my|our|its|his|her|their|of|any|each|every|first|last|same|open|active|current|pending|customer|customers|sales|purchase|customs|internal|stock|which|what|under|in|for|on|no|many|some|all|existing|planned|old|new|second|rail|air|road|sea) )";
/**
 * Anything within a sentence; a point between digits ends none. Bounded, and a look back stands behind the word it is for: a long text
 * would else be searched from each of its characters to its end.
 */
const WITHIN = "(?:[^.;!?]|\\.(?=\\d)){0,400}";
/** Patterns as they are written in the tables, with what "anything within a sentence" means. */
export const withinSentence = (source: string): string => source.replaceAll("[^.;!?]*", WITHIN);
/** English forms, unless a word before them makes a noun of them. */
export const en = (forms: string) => `${NOUN}\\b(?:${forms})\\b`;
/** Forms that mean the deed wherever they stand. */
export const any = (forms: string) => `\\b(?:${forms})\\b`;
/** German separable verbs: the stem early, the prefix at the end of the clause. */
export const split = (stem: string, prefix: string) =>
  `\\b(?:${stem})\\b[^.;!?]*\\b${prefix}(?=\\s*(?:$|[,.;!?(]|(?:bis|und|zum|bitte|in|bei|te|voor|van|naar|en|fur|nach|von|ab|aus|im|aub|graag|so-|rsv-|shp-|exd-)\\b|(?:so|rsv|shp|exd)-))`;
/** Stems of German verbs in the plural imperative; elsewhere the same form tells what somebody does ("Lyon sendet 20"). */
const ihr = (stems: string) =>
  stems
    .split("|")
    .map((stem) => `${stem}${/[dt]$/.test(stem) ? "et" : "t"}`)
    .join("|");
const HEAD = "^\\s*(?:(?:hallo|hi|ok|und|dann|also|bitte|leute|kollegen)[\\s,]+)*";
/** German "schickt", "sendet" at the head of a clause. */
export const plural = (stems: string) => `${HEAD}(?:${ihr(stems)})\\b`;
/** The same of separable verbs: "lagert … um". */
export const pluralSplit = (stems: string, prefix: string) => HEAD + split(ihr(stems), prefix);
