import { VERBS } from "../actions/verbs-table.ts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { wordsLeft } from "./words-left.ts";

const OPENS =
  /^[\s¡,.!-]*(?:(?:ah|oh|oops|ups|hm+|ok|okay|vale)[\s,.!-]+)?(?:no|nope|nein|nee|non|sorry|pardon|perdon|entschuldigung|stop|wait|warte|halt|attends|attendez|espera|wacht|actually|correction|korrektur|correccion|correctie|i meant|i mean|ich meinte|ich meine|je voulais dire|quise decir|queria decir|ik bedoel\w*|rather|make (?:it|that)|change (?:it|that) to|instead|lieber|doch|besser|plutot|mejor|mas bien|liever|toch|mach\w* (?:\S+ )?(?:dar|dr)aus|finalement|en fait|al final|finalmente|uiteindelijk|que sean|maak er)\b/;
const INSIDE =
  /\b(?:instead|i meant|actually|rather|not \d+ but|stattdessen|ich meinte|lieber|statt dessen|plutot|au lieu|mejor|en lugar|quise decir|liever|in plaats|ik bedoel\w*|make (?:it|that) \d|change (?:it|that) to|mach\w* (?:\S+ )?(?:dar|dr)aus|doch (?:nur|besser|lieber)|maak er \d|(?:not|nicht|pas|no|niet) (?:\S+ ){1,3}?(?:but|sondern|mais|sino|maar))\b/;
/** Openings that reply or excuse; with a noun of their own behind them they are manners: "no rush", "sorry for the noise". */
const REPLIES = /^(?:.*\b)?(?:no|sorry|pardon|perdon|entschuldigung)$/;

/** True when what stands right behind a reply makes a courtesy of it: a word of its own, where a correction has what it corrects to. */
function isManners(reading: Reading, start: number): boolean {
  const folded = fold(reading.own);
  const behind = folded.slice(start);
  const stop = /[,.;:!?\n]/.exec(behind)?.index ?? behind.length;
  const deed = Math.min(
    ...[...VERBS.values()].map((pattern) => {
      const at = behind.search(pattern);
      return at < 0 ? behind.length : at;
    }),
  );
  const end = start + Math.min(stop, deed);
  const [first] = wordsLeft(reading, { start, end });
  const known = [...reading.ids, ...reading.dates, ...reading.quantities, ...reading.places].filter((span) => span.start >= start);
  return first !== undefined && known.every((span) => span.start > first.start);
}

/** True when the words open with a correction: with a no or an excuse that stands alone, with "actually", "I meant" and their like. */
export function opensCorrection(reading: Reading): boolean {
  const opening = OPENS.exec(fold(reading.own));
  return opening !== null && !(REPLIES.test(opening[0].trim()) && isManners(reading, opening[0].length));
}

/** True when the words say anywhere that they correct something ("make it 4 instead"). */
export const marksCorrection = (reading: Reading): boolean => opensCorrection(reading) || INSIDE.test(fold(reading.own));
