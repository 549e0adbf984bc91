import type { Language } from "@quartermaster/shared/contracts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";
import { words } from "../text/words.ts";
import { wordsLeft } from "./words-left.ts";

/** Verbs of being, having and becoming in the forms that tell how things are or were. */
const AUXILIARY: Record<Language, RegExp> = {
  en: /\b(?:is|are|was|were|has|have|had|did|does|been|got|isn't|aren't|wasn't|weren't|hasn't|haven't|didn't|he's|she's|they're|we've|they've)\b/,
  de: /\b(?:ist|sind|war|waren|hat|haben|hatte|hatten|wurde|wurden|wird|werden)\b/,
  fr: /\b(?:est|sont|etait|etaient|a|ont|avait|avaient|avons|ai|avez|fut|sera|seront)\b/,
  es: /\b(?:es|son|esta|estan|era|eran|fue|fueron|ha|han|habia|habian|hay|hemos|estaba|estaban)\b/,
  nl: /\b(?:is|zijn|was|waren|heeft|hebben|had|hadden|werd|werden|wordt|worden)\b/,
};
/** Somebody or something of which the rest is told. */
const PRONOUN: Record<Language, RegExp> = {
  en: /^(?:i|we|he|she|they|it|there|somebody|someone|everybody|everyone|nobody|who|which)\b/,
  de: /^(?:ich|wir|er|sie|es|da|dort|jemand|niemand|man)\b/,
  fr: /^(?:je|j|nous|il|elle|ils|elles|on|ca|cela|c|quelqu|personne)\b/,
  es: /^(?:yo|nosotros|ella|ellos|ellas|alguien|nadie|se|nos|le|les|ya|eso|esto)\b/,
  nl: /^(?:ik|we|wij|hij|zij|ze|het|er|iemand|niemand|men)\b/,
};
const DETERMINER: Record<Language, RegExp> = {
  en: /^(?:the|a|an|this|that|these|those|my|our|your|his|her|its|their|another|some|all|both|one of|the last|only)\b/,
  de: /^(?:der|die|das|ein|eine|mein\w*|unser\w*|ihr\w*|sein\w*|dies\w*|alle|beide|heute|gestern|nur)\b/,
  fr: /^(?:le|la|les|l|un|une|des|mon|ma|mes|notre|nos|son|sa|ses|leurs?|ce|cet|cette|ces|tous|hier)\b/,
  es: /^(?:el|la|los|las|un|una|mi|mis|nuestr[oa]s?|su|sus|este|esta|ese|esa|ayer|hoy)\b/,
  nl: /^(?:de|het|een|mijn|onze|ons|zijn|haar|hun|deze|dit|die|dat|alle|gisteren|vandaag)\b/,
};
/** Endings of the past, on the word as written. */
const PAST: Record<Language, RegExp> = {
  en: /[\p{L}]{2,}ed$/u,
  de: /^ge[\p{L}]{2,}(?:t|en)$/u,
  fr: /[\p{L}]{2,}(?:é|ée|és|ées)$/u,
  es: /[\p{L}]{2,}(?:ó|aron|ieron|ado|ido)$/u,
  nl: /^ge[\p{L}]{2,}(?:d|t|en)$/u,
};
const PLEASE =
  /\b(?:please|pls|bitte|svp|s'il (?:te|vous) plait|merci de|por favor|porfa|graag|aub|alstublieft|alsjeblieft|can you|could you|kannst du|konnen sie|peux-tu|pouvez-vous|puedes|podrias|kun je|kunt u)\b/;
/** Replies and interjections that open a sentence without being part of it. */
const OPENING =
  /^(?:(?:and|und|et|y|en|but|aber|mais|pero|maar|also|so|well|yes|yep|yeah|ja|oui|si|no|nope|nein|non|nee|ok(?:ay)?|vale|sorry|pardon|perdon|entschuldigung|oh|ah|ach|oops|ups|hm+|wait|warte|attends|attendez|espera|wacht|actually|by the way|btw|fyi|ubrigens|au fait|por cierto|trouwens|eigentlich|because|weil|car|porque|omdat)\b[\s,.!-]*)+/;
const PART = /[^,.;:!?\n]+(?:[.,:](?=\d)[^,.;:!?\n]+)*/g;

function isFact(reading: Reading, part: Span, folded: string): boolean {
  const left = wordsLeft(reading, part);
  if (left.length === 0 || PLEASE.test(folded)) return false;
  const { language } = reading;
  const said = folded.replace(/^\s+/, "").replace(OPENING, "");
  if (AUXILIARY[language].test(said) || PRONOUN[language].test(said)) return true;
  if (left.some((word) => PAST[language].test(word.text)) || reading.past.some((day) => day.start >= part.start && day.end <= part.end))
    return true;
  if (DETERMINER[language].test(said)) return left.length > 1;
  // "1 arrived broken": of an amount nothing but what became of it.
  const start = part.end - said.length;
  const amount = reading.quantities.find((quantity) => Math.abs(quantity.start - start) <= 1);
  const named = [...reading.ids, ...reading.places].some((span) => span.start >= part.start && span.end <= part.end);
  return amount !== undefined && !named && left.every((word) => word.start >= amount.end) && words(said).length > 1;
}

/** True when a part of the words, between commas and points, tells how things are: a fact orders and changes nothing. */
export function tellsFact(reading: Reading): boolean {
  return matchesOf(fold(reading.own), PART).some(({ match, span }) => isFact(reading, span, match[0]));
}
