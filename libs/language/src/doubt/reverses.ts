/** Where words end that stand alone. */
const END = "(?=[\\s.!)]*(?:$|[,;.!\\n]))";

/** Ways to take an order back in the breath that gave it, over folded text. */
const REVERSES = new RegExp(
  [
    `\\b(?:no|wait|actually|oh|hm+|hang on|sorry)[\\s,.!-]+(?:(?:no|wait|actually|please)[\\s,.!-]+)*(?:don't|do not|do nothing|nothing|leave it|stop|not yet|rather not)${END}`,
    `\\b(?:never ?mind|forget (?:it|that|about it)|scratch that|strike that)${END}`,
    "\\b(?:(?:just|only) (?:kidding|joking|a joke|a test)|kidding|not really|changed my mind)\\b",
    `\\b(?:nein|ach|oh|halt|warte)[\\s,.!-]+(?:(?:nein|doch|lieber|besser|bitte)[\\s,.!-]+)*(?:nicht|nichts)${END}`,
    `\\b(?:doch|lieber|besser) (?:lieber |besser )?nicht${END}|\\bvergiss (?:es|das)${END}`,
    "\\b(?:nur (?:ein )?(?:spass|scherz)|hat sich erledigt)\\b",
    `\\bnon[\\s,.!-]+(?:finalement[\\s,]+)?(?:rien|pas|laisse\\w*(?: tomber)?|ne (?:le |la |les )?faites (?:rien|pas))${END}|\\b(?:finalement|en fait) (?:non|rien|pas)${END}`,
    `\\blaisse[rz]? tomber${END}|\\boublie[rz]?(?: ca)?${END}|\\bje plaisante\\b`,
    `\\bno[\\s,.!-]+(?:(?:mejor|al final)[\\s,]+)?(?:nada|no|dejalo|no lo haga\\w*)${END}|\\b(?:mejor|al final) (?:no|nada)${END}|\\bolvidal[oa]${END}|\\bes (?:una )?broma\\b`,
    `\\bnee[\\s,.!-]+(?:(?:toch|liever|maar)[\\s,]+)*(?:niet|niets|niks)${END}|\\b(?:toch|liever|beter) (?:maar )?niet${END}|\\blaat maar(?: zitten)?${END}|\\bvergeet (?:het|dat)${END}|\\bgrapje\\b`,
  ].join("|"),
);

/** "Lyon braucht die Ventile doch nicht": a clause with a subject and a verb of its own tells why something ends. */
const NEEDS_NOT =
  /(?<=^|[,;.:!?(]\s*)(?!(?:ich|wir|es|das|sie|man|denn|weil)\b)[\p{L}][^,;.:!?]*? (?:braucht|brauchen|benotigt|benotigen|nimmt|nehmen|kauft|kaufen|bestellt|bestellen)\b[^,;.:!?]*\bdoch nicht\b/u;

/**
 * Where the words take back what they ordered before; -1 for nowhere. `ends`: all that they order is that something ends, for which it
 * is a reason that somebody does not need it after all.
 */
export function reverses(folded: string, ends = false): number {
  const said = ends && folded.includes("doch nicht") ? folded.replace(NEEDS_NOT, (told) => " ".repeat(told.length)) : folded;
  return said.search(REVERSES);
}
