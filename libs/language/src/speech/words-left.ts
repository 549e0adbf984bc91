import { unitCodes } from "../figures/units-table.ts";
import { namesGoods } from "../names/goods-words.ts";
import type { Reading } from "../read-text.ts";
import { blank, overlaps, type Span } from "../text/span.ts";
import { type Word, words } from "../text/words.ts";
import { isClosedWord } from "./closed-words.ts";

/** What is left of a reading, which each of its clauses asks for anew. */
const LEFT = new WeakMap<Reading, Word[]>();

function allLeft(reading: Reading): Word[] {
  const kept = LEFT.get(reading);
  if (kept) return kept;
  const known = [
    ...reading.ids,
    ...reading.dates,
    ...reading.quantities,
    ...reading.places.filter(({ role, known }) => known || role !== "none"),
  ];
  const left = words(blank(reading.own, known)).filter(
    (word) =>
      /\p{L}/u.test(word.text) &&
      !isClosedWord(word.folded, reading.language) &&
      unitCodes(word.folded).length === 0 &&
      !namesGoods(word.folded),
  );
  LEFT.set(reading, left);
  return left;
}

/**
 * Words of a part of a turn that tell something of their own: what is left without keys, amounts, days, places, units, goods and the
 * words of the closed classes. A change of an order leaves none, a fact always does, whatever verbs a language has for it.
 */
export const wordsLeft = (reading: Reading, part: Span = { start: 0, end: reading.own.length }): Word[] =>
  allLeft(reading).filter((word) => overlaps(word, part));
