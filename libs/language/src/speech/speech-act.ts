import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { asks } from "./asks.ts";
import { marksCorrection } from "./marks-correction.ts";
import { opensWithCondition } from "./opens-with-condition.ts";
import { tellsFact } from "./tells-fact.ts";
import { withdraws } from "./withdraws.ts";
import { wordsLeft } from "./words-left.ts";

/**
 * What a turn does, told before any amount in it is looked for. A `fragment` says something that only the turns before can complete
 * ("to Rotterdam", "40"); `agreement` says yes; `unclear` is left to whoever understands more than rules do.
 */
export type SpeechAct =
  | "withdrawal"
  | "condition"
  | "question"
  | "order"
  | "forbidding"
  | "report"
  | "correction"
  | "refusal"
  | "courtesy"
  | "agreement"
  | "fragment"
  | "unclear";

const THANKS = /\b(?:thanks|thank you|thx|cheers|danke\w*|vielen dank|merci|gracias|bedankt|dank (?:je|u|jullie)|dankjewel)\b/;
const WISHES =
  /\b(?:(?:nice|good|great) (?:day|evening|weekend|one)|see you|talk (?:soon|later)|schone?[nrs]? (?:tag|abend|wochenende|feierabend)|bis (?:dann|spater|morgen dann)|bonne (?:journee|soiree)|bon week-?end|a bientot|(?:buen|feliz) (?:dia|tarde|fin de semana)|hasta luego|fijne? (?:dag|avond|weekend)|tot (?:straks|later|ziens))\b/;
/** Nothing of the kind that is named: no hurry, no trouble. */
const NONE_OF = /^[\s¡,.!-]*(?:(?:ok|okay|vale|ah|oh)[\s,.!-]+)?(?:no|kein\w*|pas|geen|sin|aucun\w*|ningun\w*)\s+\p{L}/u;
const SAYS_NO = /^[\s¡,.!-]*(?:(?:ah|oh|ok|okay|vale)[\s,.!-]+)?(?:no|nope|nein|non|nee)\b/;
const SAYS_YES =
  /^[\s¡,.!]*(?:yes|yep|yeah|sure|ok|okay|fine|do it|go ahead|please do|ja|jawohl|klar|gerne|mach\w*|oui|d'accord|bien sur|allez-y|si|vale|claro|adelante|hazlo|graag|doe maar|prima|akkoord|confirm\w*)\b/;
const AGAIN =
  /\b(?:again|once more|another time|one more time|nochmal\w*|noch einmal|noch mal|erneut|encore une fois|de nouveau|a nouveau|otra vez|de nuevo|nuevamente|nog een keer|opnieuw|nogmaals)\b/;

/** True when words hold what would stand in an order: an amount, a day, a place or a key. */
const holdsSomething = (reading: Reading): boolean =>
  reading.quantities.length + reading.dates.length + reading.ids.length > 0 || reading.places.some(({ known }) => known);

/** Thanks and wishes that come with nothing else. */
function isThanks(reading: Reading): boolean {
  const folded = fold(reading.own);
  const { kinds, objects } = reading.actions;
  return (
    kinds.length + objects.length === 0 && !/[?¿]/.test(folded) && !holdsSomething(reading) && (THANKS.test(folded) || WISHES.test(folded))
  );
}

/** The act of words that order, ask and forbid nothing and take nothing back. */
function actOfRest(reading: Reading): SpeechAct {
  const folded = fold(reading.own);
  const left = wordsLeft(reading);
  const holds = holdsSomething(reading);
  if (!holds && left.length < 3 && NONE_OF.test(folded) && reading.actions.objects.length === 0 && left.length > 0) return "courtesy";
  if (tellsFact(reading)) return "report";
  if (holds) return marksCorrection(reading) ? "correction" : left.length === 0 ? "fragment" : "unclear";
  if (AGAIN.test(folded)) return "unclear";
  if (left.length > 0) return "unclear";
  if (SAYS_YES.test(folded)) return "agreement";
  if (SAYS_NO.test(folded)) return "refusal";
  return reading.own.trim() === "" ? "unclear" : "courtesy";
}

/** Tells what a turn does by its form and by what is left when everything known is taken away. Keep it free of the turns before. */
export function speechAct(reading: Reading): SpeechAct {
  if (withdraws(reading)) return "withdrawal";
  if (reading.conditions.length > 0 || opensWithCondition(reading)) return "condition";
  if (isThanks(reading)) return "courtesy";
  if (asks(reading)) return "question";
  if (reading.actions.kinds.length > 0) return "order";
  if (reading.actions.clauses.some((clause) => (clause.forbids?.verbs.length ?? 0) > 0)) return "forbidding";
  return actOfRest(reading);
}
