import {
  blank,
  fold,
  isClosedWord,
  type NamedPlace,
  type NamedQuantity,
  pairsOf,
  type Reading,
  type Span,
  words,
} from "@quartermaster/language";

/** Effects of one amount and one place to reach for each thing; changes of lines name what was there as well. */
const OF_ONE: ReadonlySet<string> = new Set(["transfer_stock", "reserve_stock", "create_reorder", "reroute_shipment"]);
/** What joins two of a kind, so that both are meant. */
const JOINS = /[&+;/]|\b(?:and|und|et|y|e|en|or|oder|ou|o|of|then|dann|puis|luego|dan|via|over|uber|par|por)\b/;

/** The first two neighbours of which only one can hold: nothing but small words parts them, and nothing joins them. */
function rivals<T extends Span>(reading: Reading, list: readonly T[], isOther: (a: T, b: T) => boolean): Span | null {
  const { own, ids, places, dates, actions } = reading;
  const plain = fold(blank(own, [...ids, ...places, ...dates]));
  for (const [index, first] of list.entries()) {
    const second = list[index + 1];
    if (!second || !isOther(first, second)) continue;
    const between = plain.slice(first.end, second.start);
    const otherDeed = actions.clauses.some(({ kinds, start }) => kinds.length > 0 && start > first.start && start <= second.start);
    if (otherDeed || JOINS.test(between) || !words(between).every(({ folded }) => isClosedWord(folded, reading.language))) continue;
    return { start: first.start, end: second.end };
  }
  return null;
}

const isOtherAmount = (a: NamedQuantity, b: NamedQuantity): boolean =>
  a.quantity !== b.quantity && (a.units.length === 0 || b.units.length === 0 || a.units.some((unit) => b.units.includes(unit)));

const isOtherPlace = (a: NamedPlace, b: NamedPlace): boolean => a.unlocode !== null && b.unlocode !== null && a.unlocode !== b.unlocode;

/**
 * Words of an order that say two things where one can hold, or null: a correction that does not tell what it corrects, two amounts of one
 * item or two places in one part that nothing joins. Whoever carries it out would choose, so it is asked about.
 */
export function unclearWords(reading: Reading): string | null {
  if (reading.unclearCorrection !== null) return reading.unclearCorrection;
  if (!reading.actions.kinds.some((kind) => OF_ONE.has(kind))) return null;
  const shared = pairsOf(reading).length === 1;
  const items = reading.ids.filter(({ kind }) => kind === "sku" || kind === "code");
  const one = new Set(items.map(({ id }) => id)).size < 2;
  const ofOneItem = (a: NamedQuantity, b: NamedQuantity) => one || !items.some(({ start, end }) => start >= a.end && end <= b.start);
  const amounts = shared ? rivals(reading, reading.quantities, (a, b) => ofOneItem(a, b) && isOtherAmount(a, b)) : null;
  const places = (["to", "from", "at"] as const).flatMap((part) => {
    const span = rivals(
      reading,
      reading.places.filter(({ known, role }) => known && role === part),
      isOtherPlace,
    );
    return shared && span ? [span] : [];
  });
  const span = amounts ?? places[0] ?? null;
  return span && reading.own.slice(span.start, span.end);
}
