import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import { orderBehindReason, withoutAside, withoutReason } from "./reasons.ts";

/** A part of a sentence with one deed at most, as the rules assume. */
export interface Clause {
  start: number;
  folded: string;
  /** Asks or lists instead of ordering. */
  asking: boolean;
  negated: boolean;
  /** How it stands to the clause before: first of its sentence, in a row with it, after a comma, or against it. */
  joined: "first" | "row" | "comma" | "contrast";
}

/** Words that join the members of a list or the clauses of a sentence. */
export const AND: Record<Language, string> = {
  en: "and|then|but|plus|also|or",
  de: "und|dann|aber|danach|ausserdem|sowie|oder",
  fr: "et|puis|mais|ensuite|ou",
  es: "y|e|luego|pero|despues|and|o",
  nl: "en|dan|maar|daarna|and|of",
};
/** Words that end what a "do not" covers: "do not ship it but hold it". */
const CONTRAST =
  /^\s*(?:but|then|instead|rather|only|aber|dann|danach|sondern|stattdessen|nur|mais|puis|ensuite|plutot|seulement|pero|luego|despues|sino|solo|maar|dan|daarna|alleen)\b/;
const SENTENCE = /[^.;!?\n]+(?:\.(?=[\p{L}\p{N}])[^.;!?\n]+)*[.;!?\n]*/gu;
const ASKS =
  /^[\s¿¡,:-]*(?:(?:hi|hello|hey|hallo|bonjour|hola|ok|okay|and|und|et|y|en|so|also|please|bitte|pls)[\s,]+)?(?:how|what|what's|whats|which|when|where|who|why|is|are|was|were|did|does|do we|do i|do you have|has|have(?! (?:someone|somebody|them|him|her|the (?:team|crew|staff|warehouse|depot))\b)|any|status|show|list|tell|give me|check|look up|find|see|wie|was|welche\w*|wann|wo|woher|wer|warum|ist|sind|gibt|hat|haben|zeige?n?|liste|nenne|pruf\w*|combien|quel\w*|quand|ou|qui|pourquoi|est-ce|qu'est|qu'y|y a|y a-t-il|a-t-on|avons|montre\w*|liste\w*|verifie\w*|cuant\w*|cual\w*|cuando|donde|quien|por que|hay(?! que\b)|esta|estan|tenemos|muestra\w*|lista\w*|dime|comprueba|hoeveel|wat|welke|wanneer|waar|wie|waarom|is|zijn|hebben|heeft|toon|laat zien|lijst|controleer)\b/;
const POLITE =
  /\b(?:can you|could you|would you|will you|can we|could we|please|pls|kannst du|konnen sie|konnten sie|wurden sie|bitte|pouvez-vous|pourriez-vous|peux-tu|peut-on|svp|s'il (?:te|vous) plait|merci de|puedes|podrias|puede|podria|podemos|por favor|porfa|kun je|kunt u|kan je|zou je|zoudt? u|wil je|wilt u|graag|aub|alstublieft)\b/;
/** Questions that "can we" does not turn into an order, unlike "can you move …?". */
const OPEN_QUESTION =
  /^[\s¿¡,:-]*(?:(?:and|und|et|y|en|so|also|ok|okay)\s+)?(?:how|what|which|when|where|who|why|wie|was|welche\w*|wann|wo|wer|warum|combien|quel\w*|quand|ou|qui|pourquoi|cuant\w*|que|cual\w*|cuando|donde|quien|hoeveel|wat|welke|wanneer|waar|waarom)\b/;
const PLEASE = /\b(?:please|pls|bitte|svp|s'il (?:te|vous) plait|merci de|por favor|porfa|graag|aub|alstublieft)\b/;
const NEGATION =
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|nicht(?! (?:nach|vor|spater als|fruher als) (?:(?:dem|den|am) )?(?:\d|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch))|keinesfalls|niemals|nichts|nothing|niets|(?:ne |n')(?:\S+ ){1,4}?rien|ne (?:\S+ ){1,4}?pas|n'(?:\S+ ){1,4}?pas|no (?:(?:l[aeo]s?|se|me|te|nos|os) )*(?=(?:llev|trai|transfier|muev|reserv|envi|mand|liber|cancel|anul|present|bloque|traslad|transf|hag|reten|reteng|borr|elimin|expid|despach)\w+)|nunca|niet(?! (?:na|voor|later dan|eerder dan) (?:\d|(?:maan|dins|donder|vrij|zater|zon)dag|woensdag))|nooit)\b/;

/** A deed to none at all: "reserveer geen 20", "reserviere keine 20". */
const TO_NONE = /^\s*(?:(?:bitte|graag|also|dus) )?\p{L}+ (?:(?:bitte|aub|jetzt|nu) )?(?:kein(?:e[nrs]?)?|geen)\b/u;

/** Ways to forbid, to tell what others asked for, or to speak of a deed without ordering it. */
const FORBIDS = new RegExp(
  [
    "under no circumstances|in no case|by no means|on no account|no way|refrain from|avoid|(?<!\\b(?:the|this|that|a) )hold off|not (?:asking|telling|ordering|to|want\\w*|going|supposed|allowed)",
    "(?:instead of|rather than|without|before|after) \\w+ing",
    "(?:asked|told|ordered|wanted) (?:you|me|us|him|her|them) to",
    "(?:wrong|unwise|a mistake|bad|dangerous|too early|premature) to|(?:nobody|no one|none of (?:us|you|them)) (?:should|must|may|can|shall|is to|has to)|refus\\w+ to|(?:is|are|was|were|be|remains?|stays?) (?:strictly )?(?:forbidden|prohibited|off limits)",
    "no need|need not|needn't|(?:is|are) (?:un(?:necessary|needed)|not (?:needed|necessary|required|wanted))|(?:isn't|aren't) (?:needed|necessary|required|wanted)",
    "unnotig|uberflussig|inutile|pas (?:besoin|la peine|necessaire)|no (?:hace falta|es necesari[oa]|es precis[oa]|se necesita)|innecesari[oa]|onnodig|overbodig",
    "explain|describe|suppose|imagine|what if|would happen|hypothetically",
    "niemand (?:soll|sollte|darf|durfte|muss|kann)|(?:ist|sind|bleibt|bleiben) (?:streng )?(?:verboten|untersagt)|(?:falsch|ein fehler|verfruht|zu fruh),? .*\\bzu\\b|weiger\\w+ .*\\bzu\\b",
    "personne ne (?:doit|devrait|peut|pourrait)|(?:est|sont|reste|restent) (?:strictement )?interdite?s?|(?:une erreur|faux|trop tot) (?:de |d')|refus\\w+ (?:de |d')",
    "nadie (?:debe|deberia|puede|podria|tiene que)|(?:esta|estan|queda|quedan) (?:terminantemente )?prohibid[oa]s?|(?:un error|demasiado pronto) \\w+(?:ar|er|ir)|(?:me niego|nos negamos|se niega\\w*) a",
    "niemand (?:mag|moet|zou|kan|hoort)|(?:is|zijn|blijft|blijven) (?:streng )?verboden|(?:fout|verkeerd|een vergissing|te vroeg) om .*\\bte\\b|weiger\\w* .*\\bte\\b",
    "auf (?:gar )?keinen fall|keineswegs|unter keinen umstanden|(?:an)?statt .*\\bzu\\b|ohne .*\\bzu\\b|vermeide\\w*|erklare\\b|erklar (?:mir|uns)|angenommen|was ware|bat(?:en)? (?:dich|mich|uns|sie) ",
    "en aucun cas|surtout pas|jamais|au lieu d'?e? ?\\w+(?:er|ir|re)\\b|plutot que d'?e?|sans \\w+(?:er|ir|re)\\b|evite\\w*|explique\\w*|suppos\\w+|(?:a|avait) demande de",
    "no hay que|no (?:quiero|queremos|necesito|necesitamos) que|en ningun caso|bajo ningun\\w*|de ninguna manera|jamas|en (?:lugar|vez) de \\w+(?:ar|er|ir)\\b|sin \\w+(?:ar|er|ir)\\b|evit\\w+|explic\\w+|supon\\w*|pidio que",
    "onder geen (?:beding|enkele)|in geen geval|vooral niet|in plaats van .*\\bte\\b|zonder .*\\bte\\b|vermijd\\w*|leg uit|stel dat|vroeg (?:je|mij|ons) ",
  ]
    .map((words) => `\\b(?:${words})`)
    .join("|"),
);

function splitSentence(sentence: string, language: Language): string[] {
  const pattern = new RegExp(`(,\\s|\\b(?:${AND[language]})\\b(?=\\s))`, "g");
  return sentence.split(pattern);
}

function asks(sentence: string): boolean {
  // A question mark makes a question of any deed that is not asked for politely: "should I hold …?", "release …? no".
  if (/\?\s*$/.test(sentence) && !POLITE.test(sentence)) return true;
  if (!ASKS.test(sentence) && !sentence.includes("¿")) return false;
  return OPEN_QUESTION.test(sentence) && sentence.includes("?") ? !PLEASE.test(sentence) : !POLITE.test(sentence);
}

/** Not to forget a deed is an order to do it. */
const REMINDS =
  /\b(?:(?:do not|don't|dont|never|please not) (?:forget|fail|neglect|hesitate)|nicht (?:zu )?vergessen|verg(?:iss|esst|essen sie) (?:bitte )?nicht|n'oubli\w+ (?:surtout )?pas|no (?:se )?olvid\w+|niet (?:te )?vergeten|vergeet (?:\S+ )?niet)\b/g;

/** What is told in brackets by a verb of its own: "(the customer has not paid)". What is asked for there counts. */
const TOLD_ASIDE =
  /\((?=[^()]*\b(?:hat|haben|ist|sind|wurde|wurden|has|have|is|are|was|were|hasn't|haven't|isn't|heeft|hebben|zijn|werd|werden|ont|est|sont|n'a|n'ont|n'est|ha|han|esta|estan)\b)(?![^()]*\b(?:don't|do not|never|please|pls|bitte|graag|aub|svp|por favor|nooit|nie|niemals|jamais|nunca|lieber|doch|toch|liever)\b)[^()]*\)/g;

/** True when a clause forbids. Why something is ordered forbids nothing: "hold it because it must not leave". */
function forbids(clause: string): boolean {
  const said = withoutAside(withoutReason(clause)).replace(TOLD_ASIDE, " ").replace(REMINDS, " ");
  return NEGATION.test(said) || TO_NONE.test(said) || FORBIDS.test(said);
}

/** Splits a text into clauses and tells which ask or deny. */
export function clauses(text: string, language: Language): Clause[] {
  const folded = fold(text);
  const result: Clause[] = [];
  for (const match of folded.matchAll(SENTENCE)) {
    const sentence = match[0];
    let at = match.index;
    let asking = asks(sentence);
    const parts = splitSentence(sentence, language);
    let joined: Clause["joined"] = "first";
    parts.forEach((part, index) => {
      const separator = index % 2 === 1;
      // After a comma an order may follow a question ("which lot is it, and release it"); within "how much can we reserve and ship?" it may not.
      if (separator && part.startsWith(",") && !/\?\s*$/.test(sentence)) asking = false;
      if (joined !== "first" && CONTRAST.test(part)) joined = "contrast";
      else if (joined === "comma" && separator && !part.startsWith(",")) joined = "row";
      if (!separator && part.trim() !== "") {
        if (index > 0 && !asking) asking = ASKS.test(part) && !POLITE.test(part);
        const order = orderBehindReason(part);
        if (order > 0) {
          result.push({ start: at, folded: part.slice(0, order), asking, negated: false, joined });
          joined = "comma";
        }
        const said = part.slice(Math.max(0, order));
        result.push({ start: at + Math.max(0, order), folded: said, asking, negated: forbids(said), joined });
        joined = "comma";
      }
      at += part.length;
    });
  }
  return result;
}
