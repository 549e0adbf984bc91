import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { wordsLeft } from "./words-left.ts";

/** Ways to take back that no single verb tells. */
const SAYS_SO =
  /^[\s¡]*(?:(?:ach?|ah|oh|oops|ups|no|nein|non|nee|yes|yep|yeah|sure|fine|ja|klar|oui|d'accord|si|vale|claro|prima|sorry|pardon|perdon|entschuldigung|ok(?:ay)?|actually|wait|warte|halt|stop|attendez|espera|wacht|please|pls|bitte|doch nicht|doch|finalement non|finalement|mejor no|mejor|toch niet|toch)[\s,.!-]+)*(?:leave(?: (?:it|that|this|everything|(?:it )?all|things))?(?: (?:alone|be|for now|as (?:it|that|they) (?:is|are)))?|lass\w* (?:es|das|wir(?: das| es)?)(?: (?:so|bleiben|sein))?|never ?mind|don'?t(?: do (?:it|that))?|doch nicht|abbrechen|brich (?:das|es) ab|laissez?(?:[- ](?:tout|ca|cela|le|la))*(?: tomber)?|finalement non|deja(?:lo|la)?(?: todo| eso)?|mejor no|laat maar(?: zitten)?|(?:toch|doe maar) niet)[\s,.!]*(?:please|pls|bitte|svp|por favor|aub|alstublieft|again|wieder)?[\s.!]*$/;
/** Verbs that end what was ordered, when nothing else is named. */
const ENDS =
  /^(?:cancel(?:led)?|scrap|undo|drop|forget|abort|withdraw|revoke|stornier\w*|streich\w*|vergiss|vergesst|verwirf|verwerfen|annullier\w*|annule[zr]?|oublie[zr]?|cancel[ae]\w*|anul[ae]\w*|olvid[ae]\w*|annuleer|annuleren|vergeet|schrap|schrappen)$/;
/** Openings before the verb: a reply, an excuse, a change of mind. A Spanish "no" without a comma belongs to the verb behind it. */
const OPENING =
  /^[\s¡]*(?:(?:(?:ach?|ah|oh|oops|ups|nein|non|nee|yes|yep|yeah|sure|fine|ja|klar|oui|d'accord|si|vale|claro|prima|sorry|pardon|perdon|entschuldigung|ok(?:ay)?|actually|wait|warte|halt|stop|attendez|espera|wacht|please|pls|bitte|doch nicht|doch|finalement non|finalement|mejor no|mejor|toch niet|toch)[\s,.!-]+)|no[,.!-]+\s*)*/;
const DENIES = /\b(?:not|don'?t|never|nicht|nie|niemals|pas|jamais|no|nunca|niet|nooit)\b/;
/** What a turn calls the whole of an order. */
const WHOLE =
  /^(?:whole|entire|thing|lot|plan|ganze|ganzen|ganzes|plan|tomber|entier|entiere|asunto|plan|heel|hele|zaak|previous|last|letzte[nrs]?|derniere?|ultimo|ultima|laatste|vorige)$/;

/** True when the words take the order back and put nothing in its place. */
export function withdraws(reading: Reading): boolean {
  const folded = fold(reading.own).trim();
  if (SAYS_SO.test(folded)) return true;
  const rest = folded.replace(OPENING, "");
  if (/[?¿]/.test(folded) || reading.actions.clauses.some((clause) => clause.asks) || reading.conditions.length > 0) return false;
  if (DENIES.test(reading.language === "en" ? rest.replace(/^no\s+/, "") : rest)) return false;
  if (reading.ids.length + reading.quantities.length + reading.dates.length + reading.places.filter(({ known }) => known).length > 0)
    return false;
  const left = wordsLeft(reading).map((word) => word.folded);
  return left.some((word) => ENDS.test(word)) && left.every((word) => ENDS.test(word) || WHOLE.test(word));
}
