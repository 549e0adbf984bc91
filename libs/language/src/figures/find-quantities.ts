import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import { overlaps, type Span } from "../text/span.ts";
import { type Word, words } from "../text/words.ts";
import { wordsBefore } from "../text/words-before.ts";
import { isNamedNumber, isPrice } from "./day-context.ts";
import { isMeasureAhead, isSize } from "./measure-ahead.ts";
import { phoneNumbers } from "./phone-numbers.ts";
import { otherReading, readNumber } from "./read-number.ts";
import { LONGEST_NUMBER_WORDS, spelledNumber } from "./spelled-numbers.ts";
import { unitCodes } from "./units-table.ts";
import { weekNumbers } from "./week-numbers.ts";

/** An amount that a text names. */
export interface NamedQuantity extends Span {
  /** Exact decimal text; may be negative, so that callers can refuse it. */
  quantity: string;
  /** Codes the unit word may mean; empty when no unit was said. */
  units: readonly string[];
  unitText: string | null;
  text: string;
  /** What the figure means to readers of another language ("1.000"), when nobody may guess which of the two is meant. */
  other: string | null;
}

interface Amount extends Span {
  quantity: string;
  digits: boolean;
  other?: string | null;
}

const NUMBER = /(?<![\p{L}\d.,/-])(?<!\d:)(?:[-+]\s?(?=\d))?(?:\d{1,3}(?:[ '.,]\d{3})+(?:[.,]\d{1,9})?|\d+(?:[.,]\d{1,9})?)/gu;
/** A number right before or after these is a size, an order or a share, not an amount. */
const NOT_AFTER = new Set([
  "dn",
  "pn",
  "class",
  "klasse",
  "clase",
  "classe",
  "line",
  "zeile",
  "ligne",
  "linea",
  "regel",
  "un",
  "no",
  "nr",
  "number",
  "nummer",
  "numero",
  "vg",
  "iso",
  "type",
  "typ",
  "pt",
  "gate",
  "seal",
  "version",
  "part",
]);
/** A "leg" has a number; "leg 3 apart" and "leg 3 zurück" order. */
const LEG = /\bleg\s*$/;
const LEG_ORDERS = /(?:^|[,.;:!?]|\b(?:en|und|dan|dann|bitte|graag))\s*leg\s*$/;
const isLeg = (before: string, language: Language): boolean =>
  LEG.test(before) && !((language === "nl" || language === "de") && LEG_ORDERS.test(before));
/** Behind a capital L or M that is a unit: what is measured, by its name or its (blanked) key. A size stands before a noun. */
const OF_GOODS = /^(?:\s+(?:de|du|des|of|von|van|vom)\s|\s+d'|\s{3,}|\s*(?:$|[,.;!?]))/;
/** "30, no 6" corrects an amount and numbers nothing. */
const TAKES_BACK = /\d(?:\s?\p{L}+)?\s*(?:[,;…–—(-]|\.\.\.?)\s*no\s*$/u;
const ARTICLES = new Set(["a", "an", "ein", "eine", "einen", "un", "une", "una", "een", "one", "1"]);
/** Words that may stand between a number and the code of a model, but not before an amount. */
const BEFORE_AMOUNT =
  /(?:^|[.,;:!?(\n>]|->|=)\s*$|\b(?:and|und|et|y|e|en|of|o|oder|or|ou|to|from|by|with|about|another|only|just|make it|be|is|are|has|have|had|says?|sind|hat|haben|ist|auf|op|naar|tot|nur|sagt|zu|a|de|du|des|les|la|le|los|las|el|the|die|der|das|den|dem|deren|sont|est|seulement|son|tiene|hay|solo|van|maar|zijn|heeft|het|x|quantity|qty|menge|anzahl|quantite|cantidad|aantal|hoeveelheid|instead|sino|sondern|lieber|plutot|mejor|liever|doch|sorry|no|non|nein|nee|its|their|all|alle|tous|toutes|todos|todas|up|over|want|wants|need|needs|brauche|brauchen|will|for|fur|pour|para|voor|these|those|other|more|mehr|plus|mas|meer)\s*$/;

function spelledAmounts(list: readonly Word[], language: Language): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < list.length; at++) {
    for (let size = Math.min(LONGEST_NUMBER_WORDS, list.length - at); size > 0; size--) {
      const part = list.slice(at, at + size);
      const number = spelledNumber(part.map((word) => word.folded).join(" "), language);
      const first = part[0];
      const last = part.at(-1);
      if (number === undefined || !first || !last) continue;
      found.push({ start: first.start, end: last.end, quantity: String(number), digits: false });
      at += size - 1;
      break;
    }
  }
  return found;
}

function writtenAmounts(folded: string, language: Language): Amount[] {
  const found: Amount[] = [];
  const others = [...weekNumbers(folded), ...phoneNumbers(folded)];
  for (const match of folded.matchAll(NUMBER)) {
    const after = folded.slice(match.index + match[0].length);
    const before = wordsBefore(folded, match.index);
    const word = /([\p{L}]+)\.?\s*$/u.exec(before)?.[1] ?? "";
    const end = match.index + match[0].length;
    const takesBack = word === "no" && TAKES_BACK.test(before);
    if (
      (NOT_AFTER.has(word) && !takesBack) ||
      isLeg(before, language) ||
      isSize(before, after) ||
      others.some((other) => overlaps(other, { start: match.index, end }))
    )
      continue;
    // "HS 8481" names and "price 12.50" tells; "part 60 pieces" has an amount.
    if (((isNamedNumber(before) && !takesBack) || isPrice(before)) && !isMeasureAhead(folded, end)) continue;
    const negative = match[0].startsWith("-");
    const read = readNumber(match[0].replace(/^[-+]\s?/, ""), language);
    // "1e2" is kept as written: no amount, so that whoever reads it refuses instead of taking the 1.
    const exponent = /^e[-+]?\d+/.exec(after)?.[0] ?? "";
    found.push({
      start: match.index,
      end: end + exponent.length,
      quantity: `${negative ? "-" : ""}${read}${exponent}`,
      digits: true,
      other: otherReading(match[0], language),
    });
  }
  return found;
}

const CONTAINERS = new Set(["DRM", "BOX", "CTN", "IBC", "PAL", "BAG", "BDL", "ROL", "BTL"]);

/** "12 dozen" is an amount of pieces; in Dutch "dozen" are boxes. */
const DOZEN = /^\s+(?:dozen|dutzend|douzaines?|docenas?|dozijn)\b/;

function inDozens(folded: string, amount: Amount, language: Language): Amount {
  const match = DOZEN.exec(folded.slice(amount.end));
  if (!match || (language === "nl" && match[0].trim() === "dozen") || !/^\d{1,9}$/.test(amount.quantity)) return amount;
  return { ...amount, quantity: String(Number(amount.quantity) * 12), end: amount.end + match[0].length };
}

interface Unit {
  codes: readonly string[];
  text: string;
  end: number;
}

/** The unit word right after an amount, or a container word within two words ("20 acetone drums"). */
function unitAfter(folded: string, list: readonly Word[], amount: Amount, language: Language): Unit | null {
  const at = list.findIndex((word) => word.start >= amount.end);
  // "1000kg": the unit is glued to the number.
  const glued = /^([\p{L}]+)/u.exec(folded.slice(amount.end))?.[1];
  if (glued !== undefined)
    return unitCodes(glued).length > 0 ? { codes: unitCodes(glued), text: glued, end: amount.end + glued.length } : null;
  if (at < 0) return null;
  for (let ahead = 0; ahead < 3; ahead++) {
    const word = list[at + ahead];
    if (
      !word ||
      !/^(?:\s|x\s|×)*$/.test(ahead === 0 ? folded.slice(amount.end, word.start) : folded.slice(list[at + ahead - 1]?.end ?? 0, word.start))
    )
      return null;
    const codes = language === "nl" && word.folded === "dozen" ? ["BOX"] : unitCodes(word.folded);
    const measure = ahead === 0 && /^[LM]$/.test(word.text) && OF_GOODS.test(folded.slice(word.end));
    const single = word.folded.length === 1 && word.text !== word.folded && !measure;
    if (codes.length === 0 || single) continue;
    if (ahead === 0 || codes.every((code) => CONTAINERS.has(code)))
      return { codes, text: word.text, end: ahead === 0 ? word.end : amount.end };
  }
  return null;
}

/** "a box", "un carton": an article counts as one when a unit follows. */
function articleAmounts(list: readonly Word[]): Amount[] {
  const found: Amount[] = [];
  list.forEach((word, index) => {
    const next = list[index + 1];
    if (next && ARTICLES.has(word.folded) && unitCodes(next.folded).some((code) => CONTAINERS.has(code)))
      found.push({ start: word.start, end: word.end, quantity: "1", digits: false });
  });
  return found;
}

/** What is counted when something is wrong: "0 defects allowed" orders none of it. */
const FAULTS =
  /^\s+(?:(?:more|new|open|visible|neue|offene|sichtbare|nouveaux?|nuevos?|nieuwe|zichtbare) )?(?:defects?|faults?|errors?|failures?|mistakes|complaints?|tolerance|delays?|fehler|mangel|defekte|schaden|toleranz|beanstandungen|reklamationen|verspatungen|defauts?|erreurs?|dommages|reclamations?|retards?|defectos?|errores|danos|fallos|quejas?|reclamaciones|tolerancia|retrasos?|defecten|fouten|gebreken|klachten|tolerantie|vertraging(?:en)?)\b/;

/** A bare number after a noun is the number of a model ("bearings 6205"), once an amount was said. */
function isModelNumber(folded: string, amount: Amount, earlier: readonly NamedQuantity[]): boolean {
  if (!amount.digits || amount.quantity.length < 3 || earlier.length === 0) return false;
  // "60 pcs of the 6205 bearings": right behind an amount and "of the" it tells which goods.
  const between = folded.slice(earlier.at(-1)?.end ?? 0, amount.start);
  return (
    /^\s*(?:of|von|der|de|des|van)(?: (?:the|den|die|der|les|los|las|de))?\s*$/.test(between) ||
    !BEFORE_AMOUNT.test(folded.slice(0, amount.start))
  );
}

/** Finds amounts with their units. Give it a text whose ids and dates are blanked. */
export function findQuantities(text: string, language: Language): NamedQuantity[] {
  const folded = fold(text);
  const list = words(text).filter((word) => !/^\d/.test(word.folded) || /[a-z]/.test(word.folded));
  const amounts: Amount[] = [];
  const written = writtenAmounts(folded, language).map((amount) => inDozens(folded, amount, language));
  for (const amount of [...written, ...spelledAmounts(words(text), language), ...articleAmounts(list)]) {
    if (!amounts.some((other) => overlaps(other, amount))) amounts.push(amount);
  }
  const found: NamedQuantity[] = [];
  for (const amount of amounts.sort((a, b) => a.start - b.start)) {
    const unit = unitAfter(folded, list, amount, language);
    if (unit === null && (isModelNumber(folded, amount, found) || FAULTS.test(folded.slice(amount.end)))) continue;
    const end = unit?.end ?? amount.end;
    found.push({
      start: amount.start,
      end,
      quantity: amount.quantity,
      units: unit?.codes ?? [],
      unitText: unit?.text ?? null,
      text: text.slice(amount.start, end),
      other: amount.other ?? null,
    });
  }
  return found;
}
