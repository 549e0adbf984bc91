import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import type { ReadActions } from "./read-actions.ts";

/** "Order no SO-1" numbers an order and leaves none out. */
const NUMBERED =
  "(?<!\\b(?:orders?|shipments?|deliver(?:y|ies)|lots?|batch|reservations?|declarations?|holds?|bookings?|transfers?|customer|item|article|part|sku|licence|invoice|so|po|ref|reference|pedidos?|orden|envios?|reservas?|declaracion|lote|articulo|commandes?|expedition|envoi|bestelling|order|zending|auftrag|sendung) )";
/** Right before what an order leaves out: "except for SHP-…", "neither SHP-…", "not SHP-…". */
const LEFT_OUT = new RegExp(
  `(?:\\b(?:except|excepting|other than|apart from|but not|neither|nor|not|ausser|ausgenommen|weder|nicht|sauf|excepte|hormis|ni|pas|salvo|excepto|menos|${NUMBERED}no|behalve|uitgezonderd|niet)|\\b(?:weder|noch)\\b.*\\bnoch)(?: (?:for|from|the|by|at|to|shipment|reservation|declaration|order|den|die|das|der|dem|von|vom|fur|bis|am|nach|le|la|les|de|du|pour|el|los|las|para|het|van|voor|naar)){0,2} $`,
);
/** A clause without a deed that only says what stays as it is. */
const LEAVES = /\b(?:leave|leaving|keep|lass\w*|belass\w*|bleib\w*|laiss\w*|gard\w*|deja\w*|manten\w*|laat|laten|blijf\w*)\b/;
/** What may stand between two members of the same list. */
const JOINS = /^\s*(?:,|and|und|et|y|e|en|or|oder|ou|o|of|&)\s*$/;

/** Tells which parts of a text an order spares: in a clause that forbids, asks or leaves things be, or left out by a word before them. */
export function sparing(own: string, actions: ReadActions): (item: Span) => boolean {
  if (actions.kinds.length === 0) return () => false;
  const folded = fold(own);
  const idle = actions.clauses.filter(
    (clause) => clause.idle || (clause.kinds.length === 0 && LEAVES.test(folded.slice(clause.start, clause.end))),
  );
  const within = (item: Span) => idle.some((clause) => item.start >= clause.start && item.end <= clause.end);
  return (item) => within(item) || LEFT_OUT.test(folded.slice(0, item.start));
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
