import { englishGoods, fold, goodsPhrases, namesGoods, overlaps, type Reading, words } from "@quartermaster/language";

/** Words between an amount and its goods ("24 butterfly valves") that belong to them, without the small ones in front. */
const LEADING =
  /^[\s,]*(?:(?:pieces?|pcs|stuck|stk|pieces|piezas|unidades|stuks)\s+)?(?:(?:of|von|de|d'|van|the|der|die|den|des|les|los|las)\s+)*/;
const MAX_WORDS = 3;

/** The goods that words of a text name, each with its English word and as written: no record has told a key of them yet. */
export function goodsSaid(reading: Reading): { id: string; text: string }[] {
  const phrases = goodsPhrases(reading.own);
  const taken = [...reading.ids, ...reading.dates, ...reading.places, ...phrases];
  const single = words(reading.own).filter((word) => namesGoods(word.folded) && !taken.some((span) => overlaps(span, word)));
  const named = single.map((word) => {
    const amount = reading.quantities.findLast((quantity) => quantity.end <= word.start);
    const between = amount ? reading.own.slice(amount.end, word.start) : "";
    const plain = between.slice(LEADING.exec(fold(between))?.[0].length ?? 0);
    const belongs = !/[.,;:!?]/.test(plain) && words(plain).length < MAX_WORDS;
    return { id: fold(englishGoods(word.text) ?? word.text), text: `${belongs ? plain : ""}${word.text}`.trim() };
  });
  return [...phrases.map((phrase) => ({ id: phrase.english, text: reading.own.slice(phrase.start, phrase.end) })), ...named];
}
