import { fold, type NamedQuantity, type Reading, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { mergeTurns } from "./merge-turns.ts";
import { NO, REPLACES } from "./turn-words.ts";

/** Openings that put something beside what was ordered: "and also 10 to …". In German "also" only draws a conclusion. */
const OPENS: Record<Language, RegExp> = {
  en: /^[\s,.!-]*(?:(?:ok(?:ay)?|yes|please|and|plus|then)[\s,]+)*(?:and|plus|also|additionally|in addition|another|an extra|on top(?: of (?:that|it))?)\b/,
  de: /^[\s,.!-]*(?:(?:ok(?:ay)?|ja|bitte|und|dann|plus)[\s,]+)*(?:und|plus|auch|ausserdem|zusatzlich|dazu|noch|weitere\w*|sowie)\b/,
  fr: /^[\s,.!-]*(?:(?:ok|oui|et|plus|puis)[\s,]+)*(?:et|plus|aussi|egalement|en plus|encore|en outre|ainsi que)\b/,
  es: /^[\s,.!-]*(?:(?:ok|vale|si|y|mas|luego)[\s,]+)*(?:y|mas|tambien|ademas|otr[ao]s?)\b/,
  nl: /^[\s,.!-]*(?:(?:ok(?:e|ay)?|ja|en|plus|dan)[\s,]+)*(?:en|plus|ook|bovendien|daarnaast|verder|nog)\b/,
};
/** The same, said behind it: "10 to … as well". */
const CLOSES: Record<Language, RegExp> = {
  en: /\b(?:as well|too|also|in addition|more)[\s.!]*$/,
  de: /\b(?:auch(?: noch)?|ausserdem|dazu|zusatzlich|noch)[\s.!]*$/,
  fr: /\b(?:aussi|egalement|en plus|de plus)[\s.!]*$/,
  es: /\b(?:tambien|ademas|mas)[\s.!]*$/,
  nl: /\b(?:ook(?: nog)?|erbij|bovendien|extra)[\s.!]*$/,
};
/** What makes the whole order an addition to whoever reads it. */
const ALSO: Record<Language, string> = { en: "also", de: "außerdem", fr: "aussi", es: "además", nl: "ook" };
/** Small words between goods and what stands behind them. */
const BEFORE_REST =
  /(?:[\s,;]+(?:to|into|towards|from|out of|in|at|for|by|on|until|and|nach|zu[mr]?|von|vom|aus|ab|bei|fur|bis|am|und|vers|a|au|aux|depuis|de|du|d'|dans|pour|avant|et|hacia|hasta|desde|en|para|antes|el|y|naar|van|uit|bij|voor|op|the|das|dem|den|der|die|la|le|les|los|las|het))+[\s,;]*$/i;
const OF =
  /^\s*(?:(?:more|other|weitere\w*|autres|otr[ao]s|mas|andere)\s+)?(?:(?:of|von|de|d'|van)\s+)?(?:(?:the|der|die|den|les|los|las|de)\s+)?/i;
const MORE =
  /^(?:more|as well|too|also|mehr|noch|auch|dazu|ausserdem|de plus|en plus|aussi|egalement|mas|tambien|ademas|meer|ook|erbij|extra)?(?:\s+(?:please|bitte|svp|por favor|aub))?$/;

interface Phrase {
  start: number;
  end: number;
  /** What is said of the amount behind it: the goods, or nothing. */
  goods: string;
}

/** An amount with the goods that stand behind it, up to the next place, day or record. */
function phraseOf(reading: Reading, amount: NamedQuantity): Phrase {
  const rest = [
    ...reading.places.filter((place) => place.known || place.role !== "none"),
    ...reading.dates,
    ...reading.ids.filter(({ kind }) => !["sku", "code", "lot"].includes(kind)),
  ].filter(({ start }) => start >= amount.end);
  const stop = Math.min(
    reading.own.length,
    ...rest.map(({ start }) => start),
    ...[...reading.own.slice(amount.end).matchAll(/[,;.!](?=\s|$)/g)].map(({ index }) => amount.end + index),
  );
  const said = reading.own.slice(amount.end, stop);
  const kept = fold(said).replace(stop < reading.own.length ? BEFORE_REST : /\s+$/, "").length;
  const goods = said.slice(0, kept);
  const plain = fold(goods.replace(OF, "")).trim();
  return { start: amount.start, end: amount.end + goods.length, goods: MORE.test(plain) ? "" : goods };
}

/** True when a turn puts an amount beside what was ordered, without a deed of its own. */
function adds(reading: Reading): boolean {
  const folded = fold(reading.own).trim();
  if (reading.quantities.length !== 1 || reading.actions.kinds.length > 0 || reading.conditions.length > 0) return false;
  if (/[?¿]/.test(folded) || NO.test(folded) || REPLACES.test(folded) || reading.actions.clauses.some((clause) => clause.idle))
    return false;
  return OPENS[reading.language].test(folded) || CLOSES[reading.language].test(folded);
}

/** The amount of the new turn in the sentence of the order; the unit of the order is not carried over. */
function withAmount(order: Reading, turn: Reading): string | null {
  const [old] = order.quantities;
  const [amount] = turn.quantities;
  if (!old || !amount || order.quantities.length > 1) return null;
  const before = phraseOf(order, old);
  const now = phraseOf(turn, amount);
  const key = order.ids.find(({ kind }) => kind === "sku" || kind === "code");
  if (now.goods === "") return `${order.own.slice(0, old.start)}${amount.text}${order.own.slice(old.end)}`;
  const said = `${amount.text}${now.goods}`;
  if (before.goods !== "") return `${order.own.slice(0, before.start)}${said}${order.own.slice(before.end)}`;
  // "VLV-1: move 10 to …" names its goods ahead of the amount.
  return key === undefined || key.start > old.start
    ? null
    : order.own.slice(0, key.start) + order.own.slice(key.end, old.start) + said + order.own.slice(old.end);
}

/** The last order of the thread as it stands now: its own words with what later turns changed in it. Null when nothing was ordered. */
export function lastOrder(turns: readonly string[], language: Language, now: string): Reading | null {
  const read = (text: string) => readText(text, language, now);
  const from = turns.findLastIndex((text) => read(text).actions.kinds.length > 0);
  if (from < 0) return null;
  return turns.slice(from + 1).reduce(
    (order, text) => {
      const turn = read(text);
      if (/[?¿]/.test(turn.own) || turn.conditions.length > 0) return order;
      const sentence = adds(turn) ? additionTo(order, turn, now) : mergeTurns(order.own, order, turn);
      return sentence === null ? order : read(sentence);
    },
    read(turns[from] ?? ""),
  );
}

function additionTo(order: Reading, turn: Reading, now: string): string | null {
  const sentence = withAmount(order, turn);
  if (sentence === null) return null;
  // Places, days and records that the new turn names take the place of those of the order; its amount stands there already.
  const old = readText(sentence, order.language, now);
  return (
    mergeTurns(sentence, old, { ...turn, quantities: [], ids: turn.ids.filter(({ kind }) => kind !== "sku" && kind !== "code") }) ??
    sentence
  );
}

/**
 * The whole order that a turn adds to the last one of its thread ("and also 10 to Oslo"): deed and goods come from there, the amount with
 * its unit only from the turn. Null when it adds nothing, or when there is nothing to add to.
 */
export function additionOf(text: string, turns: readonly string[], language: Language, now: string): string | null {
  const turn = readText(text, language, now);
  if (!adds(turn)) return null;
  const order = lastOrder(turns, language, now);
  const sentence = order ? additionTo(order, turn, now) : null;
  return sentence === null ? null : `${ALSO[language]} ${sentence.replace(/^\s*\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())}`;
}
