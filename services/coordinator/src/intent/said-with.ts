import { englishGoods, fold, namesGoods, overlaps, partsOfAmounts, type Reading, type Span, words } from "@quartermaster/language";
import type { IntentEntity } from "@quartermaster/shared/contracts";
import { keyOfPlace } from "./key-of-place.ts";

/** Kinds of key that tell amounts apart, under the name of what they are to the action. */
const KEYS: Record<string, string> = {
  sku: "sku",
  code: "sku",
  lot: "lot",
  demand: "demand",
  shipment: "shipment",
  declaration: "declaration",
  reservation: "reservation",
};

type Said = Omit<IntentEntity, "id"> & { value: string };

/** Words for goods in a part without a key ("60 ball valves"), each as written and in English. */
function goodsWords(reading: Reading, part: Span): Said[] {
  const taken = [...reading.ids, ...reading.dates, ...reading.places];
  return words(reading.own)
    .filter((word) => word.start >= part.start && word.end <= part.end && namesGoods(word.folded))
    .filter((word) => !taken.some((span) => overlaps(span, word)))
    .map((word) => ({ kind: "goods", value: fold(englishGoods(word.text) ?? word.text).replace(/s$/, ""), text: word.text }));
}

function saidIn(reading: Reading, part: Span): Said[] {
  const within = (span: Span) => span.start >= part.start && span.end <= part.end;
  const keys = reading.ids.filter(within).flatMap((id): Said[] => {
    const kind = KEYS[id.kind];
    return kind === undefined ? [] : [{ kind, value: id.id, text: id.text }];
  });
  return [
    ...keys,
    ...(keys.some(({ kind }) => kind === "sku") ? [] : goodsWords(reading, part)),
    ...reading.places
      .filter((place) => within(place) && place.known)
      .map((place) => ({ kind: place.role, value: keyOfPlace(place) ?? place.name, text: place.text })),
    ...reading.dates.filter(within).map((named) => ({ kind: "day", value: named.date, text: named.text })),
    ...reading.actions.clauses
      .filter((clause) => reading.quantities.some((amount) => within(amount) && amount.start >= clause.start && amount.end <= clause.end))
      .flatMap((clause) => clause.kinds.map((kind) => ({ kind: "tool", value: kind, text: kind }))),
  ];
}

/** The deeds that amounts belong to, when the text has others as well: "release … and reserve 5" says no amount for the release. */
function deeds(reading: Reading, said: readonly Said[][]): IntentEntity[] {
  const several =
    new Set(reading.actions.clauses.filter((clause) => clause.kinds.length > 0).map((clause) => clause.kinds.join())).size > 1;
  return said.flatMap((one, index) =>
    one
      .filter((item) => several && item.kind === "tool")
      .map(({ kind, value, text }) => ({ kind: `said_with_${kind}`, id: `${index} ${value}`, text })),
  );
}

/**
 * Goods that a deed names without an amount, beside one that has some: "move 60 KX-7 and reorder KX-8" says no amount for the order.
 * `id` is the deed and its goods.
 */
function openAmounts(reading: Reading): IntentEntity[] {
  const ordered = reading.actions.clauses.filter((clause) => clause.kinds.length > 0);
  const start = ordered[0]?.start ?? 0;
  // An amount ahead of all deeds is said of each.
  if (reading.quantities.length === 0 || reading.quantities.some((amount) => amount.start < start)) return [];
  return ordered.flatMap((clause, index) => {
    // What follows without a deed belongs to the one before: "reserve KX-7 and KX-8, 5 each".
    const end = ordered[index + 1]?.start ?? reading.own.length;
    if (reading.quantities.some((amount) => amount.start >= clause.start && amount.start < end)) return [];
    const keys = saidIn(reading, clause).filter(({ kind }) => kind === "sku" || kind === "goods");
    return clause.kinds.flatMap((tool) =>
      keys.map(({ kind, value, text }) => ({ kind: `said_open_${kind}`, id: `${tool} ${value}`, text })),
    );
  });
}

/**
 * What each of several amounts is said with: goods, records, places with their part, days, deeds. `id` is the position of the amount
 * among those of the text and the value, so that "60 KX-7 and 5 KX-8" is never taken for 5 KX-7. Nothing for a single amount.
 */
export function saidWith(reading: Reading): IntentEntity[] {
  const said = partsOfAmounts(reading).map((part) => saidIn(reading, part));
  const opens = openAmounts(reading);
  if (said.length < 2) return [...deeds(reading, said), ...opens];
  const valuesOf = (one: readonly Said[], kind: string) =>
    one
      .filter((item) => item.kind === kind)
      .map((item) => item.value)
      .sort()
      .join("|");
  // What all amounts share, and what only one of them has, tells nothing apart; goods and their words may each stand for the other.
  const tellsApart = (kind: string) => {
    if (kind === "sku" || kind === "goods") return new Set(said.map((one) => valuesOf(one, "sku") || valuesOf(one, "goods"))).size > 1;
    return new Set(said.map((one) => valuesOf(one, kind)).filter((values) => values !== "")).size > 1;
  };
  const telling = new Set(
    said.flatMap((one) => one.map((item) => item.kind)).filter((kind, at, all) => all.indexOf(kind) === at && tellsApart(kind)),
  );
  const rest = said.flatMap((one, index) =>
    one
      .filter((item) => item.kind !== "tool" && telling.has(item.kind))
      .map(({ kind, value, text }) => ({ kind: `said_with_${kind}`, id: `${index} ${value}`, text })),
  );
  return [...deeds(reading, said), ...rest, ...opens];
}
