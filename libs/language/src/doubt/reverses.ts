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

/** Where the words take back what they ordered before; -1 for nowhere. */
export const reverses = (folded: string): number => folded.search(REVERSES);
