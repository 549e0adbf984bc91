import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import type { ReadActions } from "./read-actions.ts";

/** "Order no SO-1" numbers an order and leaves none out. */
const NUMBERED =
  /\b(?:orders?|shipments?|deliver(?:y|ies)|lots?|batch|reservations?|declarations?|holds?|bookings?|transfers?|customer|licence|invoice|so|po|ref|reference|pedidos?|orden|envios?|reservas?|declaracion|lote|commandes?|expedition|envoi|bestelling|order|zending|auftrag|sendung|item|article|part|sku|articulo) no $/;
/** Nouns that number goods; "order no VLV-050" orders none of them. */
const NUMBERED_GOODS = /\b(?:item|article|part|sku|articulo) no $/;
/** Right before what an order leaves out: "except for SHP-…", "neither SHP-…", "not SHP-…". */
const LEFT_OUT =
  /(?:\b(?:except|excepting|other than|apart from|but not|neither|nor|not|ausser|ausgenommen|weder|nicht|sauf|excepte|hormis|ni|pas|salvo|excepto|menos|no|behalve|uitgezonderd|niet)|\b(?:weder|noch)\b.*\bnoch)(?: (?:for|from|the|by|at|to|in|into|shipment|reservation|declaration|order|sendung|lieferung|reservierung|anmeldung|auftrag|expedition|envoi|commande|envio|reserva|declaracion|pedido|zending|reservering|aangifte|bestelling|den|die|das|der|dem|von|vom|fur|bis|am|nach|le|la|les|de|du|pour|el|los|las|para|het|van|voor|naar|im|zu|a|au|en|vers|depuis|hacia|desde|te|uit)){0,2} $/;

/** Right before a key or a place in whose place another one stands; of amounts the earlier one still tells the unit ("25 statt 30 Kits"). */
const REPLACED =
  /\b(?:instead of|rather than|in place of|(?:an)?statt|anstelle|an stelle|au lieu|a la place|plutot que|en lugar|en vez|in plaats)(?: (?:the|shipment|order|of|from|to|at|von|vom|nach|in|den|die|das|der|des|dem|sendung|d'|de|du|la|le|les|a|vers|expedition|del|el|los|las|desde|envio|van|naar|het|zending)){0,3} $/;

/** True when something stands right behind words that put another in its place, in folded text. */
export const isReplaced = (before: string): boolean => REPLACED.test(before);

/** True when the words right before something leave it out. A number's "no" does not, but what stands before the numbered noun may. */
export function isLeftOut(before: string, kind: string | null): boolean {
  const numbered = kind === "sku" || kind === "code" ? NUMBERED_GOODS : NUMBERED;
  return LEFT_OUT.test(numbered.test(before) ? before.replace(/no $/, "") : before);
}
/** A clause without a deed that only says what stays as it is. */
const LEAVES = /\b(?:leave|leaving|keep|lass\w*|belass\w*|bleib\w*|laiss\w*|gard\w*|deja\w*|manten\w*|laat|laten|blijf\w*)\b/;
/** Right before a day that bounds the order and is not left out of it: "not after 18 Dec", "nicht nach dem 18.12.". */
const BOUNDED =
  /\b(?:not|no|never|nicht|pas|niet) (?:after|before|(?:later|earlier) than|nach|vor|(?:spater|fruher) als|apres|avant|plus (?:tard|tot) que|despues|antes|mas tarde|na|voor|(?:later|eerder) dan) (?:(?:the|dem|den|le|de|del|el) ){0,2}$/;
/** Right before a day that nothing is due on: "not before 11 Dec". */
const EARLIEST =
  /\b(?:not|no|never|nicht|pas|niet) (?:before|(?:earlier|sooner) than|vor|fruher als|avant|plus tot que|antes|mas temprano que|voor|eerder dan) (?:(?:the|dem|den|le|de|del|el) ){0,2}$/;
/** Right before a day on which goods depart, in the text as written: "leaving on 10 Dec", "leaving Hamburg on 10 Dec". */
const DEPARTS = /\b[Ll]eaving (?:from )?(?:[A-Z][a-z]+ )?(?:(?:on|by|before|after|the) ){0,2}$/;
/** What may stand between two members of the same list. */
const JOINS = /^\s*(?:,|and|und|et|y|e|en|or|oder|ou|o|of|&)\s*$/;

/** Tells which parts of a text an order spares: in a clause that forbids, asks or leaves things be, or left out by a word before them. */
export function sparing(
  own: string,
  actions: ReadActions,
  days: readonly Span[],
): (item: Span & { kind?: string; role?: string }) => boolean {
  if (actions.kinds.length === 0) return () => false;
  const folded = fold(own);
  const departures = days.filter((day) => DEPARTS.test(own.slice(0, day.start)));
  const leaves = (clause: Span) =>
    LEAVES.test(folded.slice(clause.start, clause.end)) && !departures.some((day) => day.start >= clause.start && day.end <= clause.end);
  const idle = actions.clauses.filter((clause) => clause.idle || (clause.kinds.length === 0 && leaves(clause)));
  const within = (item: Span) => idle.some((clause) => item.start >= clause.start && item.end <= clause.end);
  const isBound = (item: Span) => days.includes(item) && BOUNDED.test(folded.slice(0, item.start));
  const stepsBack = (item: Span & { kind?: string; role?: string }) =>
    (item.kind !== undefined || item.role !== undefined) && isReplaced(folded.slice(0, item.start));
  return (item) => !isBound(item) && (within(item) || stepsBack(item) || isLeftOut(folded.slice(0, item.start), item.kind ?? null));
}

/** Days that only say when something may begin at the earliest, beside others that say when it is due. */
export function earliestDays<T extends Span>(own: string, days: readonly T[]): T[] {
  const folded = fold(own);
  const early = days.filter((day) => EARLIEST.test(folded.slice(0, day.start)));
  return early.length < days.length ? early : [];
}

/** What an order is about: not what it spares, when the same kind of thing stands elsewhere. A list is left out as a whole. */
export function wanted<T extends Span>(found: readonly T[], isSpared: (item: T) => boolean, kindOf: (item: T) => string, own = ""): T[] {
  const folded = fold(own);
  const spared = new Set<T>();
  found.forEach((item, index) => {
    const before = found[index - 1];
    const listed = before !== undefined && spared.has(before) && own !== "" && JOINS.test(folded.slice(before.end, item.start));
    if (listed || isSpared(item)) spared.add(item);
  });
  const kinds = new Set(found.filter((item) => !spared.has(item)).map(kindOf));
  return found.filter((item) => !spared.has(item) || !kinds.has(kindOf(item)));
}
