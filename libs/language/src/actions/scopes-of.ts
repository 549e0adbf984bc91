import { namesGoods } from "../names/goods-words.ts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { words } from "../text/words.ts";
import { partsOfAmounts } from "./parts-of-amounts.ts";

/** A deed with the clauses that belong to it: its own and those without a deed that follow. */
interface Segment {
  kinds: string[];
  parts: Span[];
}

function segmentsOf(reading: Reading): { opening: Span[]; segments: Segment[] } {
  const opening: Span[] = [];
  const segments: Segment[] = [];
  for (const clause of reading.actions.clauses) {
    const last = segments.at(-1);
    if (clause.kinds.length > 0) segments.push({ kinds: clause.kinds, parts: [clause] });
    else if (last) last.parts.push(clause);
    else opening.push(clause);
  }
  return { opening, segments };
}

const EACH = /\b(?:each|apiece|je|jeweils|chacun\w*|chaque|cada (?:uno|una)|elk|ieder)\b/;

const within = <T extends Span>(found: readonly T[], parts: readonly Span[]): T[] =>
  found.filter((item) => parts.some((part) => item.start >= part.start && item.end <= part.end));

/** The text with everything outside the parts blanked, at the same length. */
const only = (text: string, parts: readonly Span[]): string =>
  [...parts].reduce(
    (kept, part) => kept.slice(0, part.start) + text.slice(part.start, part.end) + kept.slice(part.end),
    " ".repeat(text.length),
  );

/** What stands in the given parts; a kind of thing that none of them names is taken from the whole text. */
function narrowed(reading: Reading, parts: readonly Span[]): Reading {
  const or = <T>(own: T[], all: T[]): T[] => (own.length > 0 ? own : all);
  const ids = within(reading.ids, parts);
  const missing = reading.ids.filter((id) => !ids.some((own) => own.kind === id.kind));
  return {
    ...reading,
    own: only(reading.own, parts),
    ids: ids.length > 0 ? ids : missing,
    quantities: within(reading.quantities, parts),
    dates: or(within(reading.dates, parts), reading.dates),
    places: or(within(reading.places, parts), reading.places),
  };
}

/**
 * The reading of a text as one deed sees it, once for each time it is asked for: amounts and keys of other deeds in the same
 * text are not its own ("reserve 5 … and prepare the declaration of …"). Clauses before the first deed belong to all.
 */
export function scopesOf(reading: Reading, kind: string): Reading[] {
  const { opening, segments } = segmentsOf(reading);
  const own = segments.filter((segment) => segment.kinds.includes(kind));
  if (own.length === 0 || segments.length === 1) return [reading];
  const scopes = own.map((segment) => narrowed(reading, [...opening, ...segment.parts]));
  const whole = scopes.every((scope) => scope.quantities.length > 0 && scope.ids.length > 0);
  return scopes.length === 1 || whole ? scopes : [narrowed(reading, [...opening, ...own.flatMap((segment) => segment.parts)])];
}

/**
 * One reading for each pair of an amount and a key, where a deed names several ("5 of … in … and 3 of … in …"). Otherwise the reading
 * as it is.
 */
export function pairsOf(reading: Reading): Reading[] {
  const keys = reading.ids.filter((id) => id.kind === "sku" || id.kind === "code");
  const amounts = reading.quantities;
  const [one] = amounts;
  // "5 each of … and …": the same amount for every key.
  if (one && amounts.length === 1 && keys.length > 1 && EACH.test(fold(reading.own)))
    return keys.map((key) => ({ ...reading, ids: [key, ...reading.ids.filter((id) => id.kind !== "sku" && id.kind !== "code")] }));
  const byWords =
    keys.length === 0 && partsOfAmounts(reading).every((part) => words(only(reading.own, [part])).some((word) => namesGoods(word.text)));
  if (amounts.length < 2 || (!byWords && keys.length !== 1 && keys.length !== amounts.length)) return [reading];
  const parts = partsOfAmounts(reading);
  // "2 boxes of … in … and 1 box in …": the same goods, each time with a place or a demand of their own.
  const apart = (part: Span) =>
    byWords ||
    (keys.length > 1
      ? within(keys, [part]).length === 1
      : within(reading.places, [part]).some((place) => place.known) || within(reading.ids, [part]).some((id) => id.kind === "demand"));
  if (!parts.every(apart)) return [reading];
  return amounts.map((amount, index) => {
    const pair = narrowed(reading, parts.slice(index, index + 1));
    const shared = keys.length === 1;
    const rest = reading.ids.filter(
      (id) => (shared || (id.kind !== "sku" && id.kind !== "code")) && !pair.ids.some((own) => own.kind === id.kind),
    );
    return { ...pair, ids: [...pair.ids, ...rest], quantities: [amount] };
  });
}
