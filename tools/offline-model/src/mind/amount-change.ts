import { fold, type NamedQuantity, type Reading } from "@quartermaster/language";

/** How a sentence changes an amount: to a whole new one, or by a difference. */
export type AmountChange = { kind: "to"; quantity: NamedQuantity } | { kind: "by"; quantity: NamedQuantity; sign: 1 | -1 };

/** Words right before an amount that is no longer wanted. */
const OLD =
  /\b(?:instead of|rather than|statt|anstatt|anstelle von|au lieu de|plutot que|en vez de|en lugar de|in plaats van|not|nicht|niet|and not|was|were|waren|war|etaient|eran|waren er)\s*(?:the |der |die |den |des |les |los |las |de )?$/;
/** "From 2 to 3". */
const FROM = /\b(?:from|von|de|desde|van)\s*$/;
const TO = /\b(?:to|auf|a|hasta|naar|op)\s*$/;
const MORE_BEFORE =
  /\b(?:add|another|extra|additional|plus|increase\w*(?: \S+){0,6}? by|raise\w*(?: \S+){0,6}? by|up(?: \S+){0,4}? by|erhohe\w*(?: \S+){0,6}? um|weitere|zusatzlich\w*|ajoute[rz]?|augmente[rz]?(?: \S+){0,6}? de|anade\w*|anadir|agrega\w*|aumenta\w*(?: \S+){0,6}? en|voeg|verhoog\w*(?: \S+){0,6}? met|nog|otr[oa]s)\s*$/;
const LESS_BEFORE =
  /\b(?:remove|drop|take off|minus|reduce\w*(?: \S+){0,6}? by|decrease\w*(?: \S+){0,6}? by|cut(?: \S+){0,6}? by|verringere?\w*(?: \S+){0,6}? um|reduziere?\w*(?: \S+){0,6}? um|retire[rz]?|reduise[zr]?(?: \S+){0,6}? de|diminue[rz]?(?: \S+){0,6}? de|quita\w*|reduce\w*(?: \S+){0,6}? en|haal|verlaag\w*(?: \S+){0,6}? met|verminder\w*(?: \S+){0,6}? met)\s*$/;
const MORE_AFTER = /^\s*(?:\S+\s+){0,2}?(?:more|mehr|de plus|en plus|mas|meer|extra|erbij)\b/;
const LESS_AFTER = /^\s*(?:\S+\s+){0,2}?(?:less|fewer|weniger|de moins|en moins|menos|minder)\b/;

function difference(folded: string, quantity: NamedQuantity): 1 | -1 | null {
  const before = folded.slice(0, quantity.start);
  const after = folded.slice(quantity.end);
  if (MORE_BEFORE.test(before) || MORE_AFTER.test(after)) return 1;
  return LESS_BEFORE.test(before) || LESS_AFTER.test(after) ? -1 : null;
}

/**
 * The change that the words make to an amount. `isCurrent` tells an amount that is so already, which cannot be what is wanted.
 * Null when the words name none, or several that could be meant.
 */
export function amountChange(reading: Reading, isCurrent: (quantity: NamedQuantity) => boolean): AmountChange | null {
  const folded = fold(reading.own);
  const before = (quantity: NamedQuantity) => folded.slice(0, quantity.start);
  const pairs = reading.quantities.some((quantity) => TO.test(before(quantity)));
  const open = reading.quantities.filter((quantity) => !OLD.test(before(quantity)) && !(pairs && FROM.test(before(quantity))));
  const [first] = open;
  if (open.length === 1 && first) {
    const sign = difference(folded, first);
    if (sign !== null) return { kind: "by", quantity: first, sign };
  }
  const wanted = open.length > 1 ? open.filter((quantity) => !isCurrent(quantity)) : open;
  const amounts = new Set(wanted.map((quantity) => quantity.quantity));
  const only = wanted[0];
  return only && amounts.size === 1 ? { kind: "to", quantity: only } : null;
}
