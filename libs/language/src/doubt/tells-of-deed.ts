import type { Language } from "@quartermaster/shared/contracts";

/** Who may want something of this desk: "the customer wants to cancel" is how an order is passed on. */
const BUYERS =
  "customer|client|consignee|buyer|receiver|kunde|kundin|empfanger|kaufer|cliente|destinataire|acheteur|destinatario|comprador|klant|afnemer|ontvanger";
/** Words before a verb that are no third person: whom one orders for or asks. */
const FIRST =
  "i|we|you|please|and|then|so|also|it|that|this|there|what|which|who|ich|wir|du|sie|ihr|man|bitte|und|dann|es|das|je|nous|tu|vous|on|qui|que|yo|nosotros|usted|ustedes|tu|lo|ik|wij|we|jij|je|u|men|dat|die";
const THIRD = (auxiliaries: string, more = "") =>
  `(?:^|[\\s,;:])(?!(?:${FIRST}|${BUYERS}${more}|(?:${BUYERS})s)\\b)[\\p{L}][\\p{L}.'-]+ (?:${auxiliaries})\\s+`;

/**
 * What stands before a deed that somebody tells of, doubts, plans or plays with instead of ordering it; matched against the folded words
 * of a clause up to its first verb of a deed.
 */
const HEADS: Record<Language, readonly string[]> = {
  en: [
    "\\b(?:he|she|they)\\b(?: (?:will|would|may|might|can|could|has|have|had|is|are|was|were|wants?|wanted|did|didn't))?\\b",
    THIRD(
      "(?:will|would|may|might|shall|won't|has to|had to|is going to|are going to|was going to|plans? to|planned to|decided to|decides to|intends? to|promised to|offered to|wants? to|wanted to|tried to|forgot to|has already|had already)(?! be\\b)",
    ),
    "\\b(?:i|we|you) (?:(?:really|probably|just|almost|nearly) )?(?:may|might|had to|didn't|did not|haven't|have not|have already|already|have just|considered|thought about|were going to|was going to|used to|forgot to|plan to|planned to|am|are) (?:\\w+ )?",
    "\\b(?:perhaps|possibly|whether|wonder\\w*|about to|thinking (?:of|about)|considering|tempted to|decide|pretend\\w*|simulat\\w*|imagine|as a test|in theory|theoretically|for practice|for example|remind (?:me|us))\\b",
    "\\b(?:draft|write|compose|prepare) (?:an?|the|this) (?:e-?mail|mail|message|note|letter|text|memo)\\b",
    "\\b(?:i|we|he|she|they|who|somebody|someone) (?:have |has )?(?:asked|told|ask|tell|asks|tells|instructed|ordered) (?!you\\b)\\S+(?: \\S+)? to\\b",
    "\\b(?:i|we)(?:'ll| will| shall|'m going to| am going to| are going to) (?:\\w+ )?$",
    "\\blet (?:me|him|her|\\p{L}+)\\b(?! know\\b)",
  ],
  de: [
    "\\b(?:er|jemand|niemand|keiner)\\b",
    THIRD(
      "(?:will|wird|wollte|hat|hatte|plant|uberlegt|erwagt|musste|durfte|konnte|sollte|mochte|muss|darf|kann)",
      "|ware|sendung|bestand|menge|charge|anmeldung|lieferung|palette|paletten|mange|rest|alles|teil",
    ),
    "\\b(?:ich|wir) (?:wollte\\w*|uberlege\\w*|erwage\\w*|musste\\w*|hatte\\w*|werde\\w*|plane\\w*|frage\\w* (?:mich|uns))\\b",
    "\\b(?:wollte\\w*|uberlege\\w*|erwage\\w*|musste\\w*|plane\\w*) (?:ich|wir)\\b",
    "\\b(?:vielleicht|eventuell|evtl|womoglich|moglicherweise|ob|ungern|angenommen|tu\\w* (?:mal )?so|simulier\\w*|theoretisch|zum beispiel|zur ubung|erinner\\w* (?:mich|uns))\\b",
    "\\b(?:schreib\\w*|entwirf|verfass\\w*) (?:eine?n?|die|das|den) (?:e-?mail|mail|nachricht|notiz|brief|text)\\b",
    "\\b(?:habe?n?|hat|bat(?:en)?) (?:ich |wir )?(?!sie\\b)\\p{L}+ (?:\\S+ ){0,2}?(?:gebeten|beauftragt|gesagt)\\b",
  ],
  fr: [
    "\\b(?:il|elle|ils|elles|quelqu'un|personne)\\b(?! (?:faut|faudrait|y a)\\b)",
    THIRD("(?:veut|va|doit|devait|souhaite|voulait|pense|compte|prevoit|a|avait|allait|peut|pourrait)"),
    "\\bon (?:a|avait|devait|voulait|allait)\\b",
    "\\b(?:j'ai|nous avons|j'avais|nous avions|je vais|nous allons|j'allais|je voulais|j'hesite|j'envisage|je pense|je me demande)\\b(?! besoin)",
    "\\b(?:peut-etre|eventuellement|imagine\\w*|fais(?:ons)? semblant|faites semblant|simule\\w*|en theorie|par exemple|pour l'exercice|rappelle\\w*(?:-(?:moi|nous))?)\\b",
    "\\b(?:redige\\w*|ecri\\w*) (?:une?|le|la|ce) (?:e-?mail|mail|courriel|message|note|lettre|texte)\\b",
    "\\bdemande a (?!vous\\b)\\p{L}+ (?:de|d')",
  ],
  es: [
    "\\b(?:el|ella|ellos|ellas) (?:quiere\\w*|va\\w*|debe\\w*|ha\\w*|habia\\w*)\\b|\\b(?:alguien|nadie)\\b",
    THIRD("(?:quiere|va a|debe|debia|piensa|planea|queria|tuvo que|ha|habia|iba a|puede|podria|prometio)"),
    "\\b(?:hemos|habiamos|he|habia|tuvimos que|tuve que|voy a|vamos a|iba a|ibamos a|queria|pensaba|me pregunto|estoy pensando|dudo)\\b",
    "\\b(?:quizas?|tal vez|a lo mejor|posiblemente|imagina\\w*|finge|finja|simula\\w*|en teoria|por ejemplo|para practicar|recuerda(?:me|nos))\\b",
    "\\b(?:redacta\\w*|escrib\\w*) (?:un|una|el|la|este) (?:e-?mail|correo|mensaje|nota|carta|texto)\\b",
    "\\bpedi(?:do|mos)? a (?!usted)\\p{L}+ que\\b",
  ],
  nl: [
    "\\b(?:hij|iemand|niemand)\\b",
    THIRD(
      "(?:wil|gaat|zal|moest|heeft|had|overweegt|wilde|plant|mag|moet|kan|zou)",
      "|zending|voorraad|partij|lading|goederen|alles|rest|dit|deze",
    ),
    "\\b(?:ik|we|wij) (?:wilde\\w*|wou\\w*|overweeg|overwegen|moest\\w*|had\\w*|zal|zullen|ga|gaan|vraag me af)\\b",
    "\\b(?:misschien|wellicht|eventueel|mogelijk|stel dat|doe alsof|simuleer\\w*|in theorie|bijvoorbeeld|als oefening|herinner (?:me|ons|mij))\\b",
    "\\b(?:schrijf\\w*|stel) (?:een|de|het|deze) (?:e-?mail|mail|bericht|notitie|brief|tekst)\\b",
    "\\bgevraagd\\b.* (?:om|te)\\b",
  ],
};

/** Words anywhere in a clause by which somebody keeps its deed to themselves. */
const OWN_WORK = /\b(?:myself|ourselves|himself|herself|selbst|selber|(?:moi|nous|lui|elle)-meme\w*|yo mism[oa]|nosotros mismos|zelf)\b/;

const PATTERNS = Object.fromEntries(
  Object.entries(HEADS).map(([language, parts]) => [language, new RegExp(parts.map((part) => `(?:${part})`).join("|"), "u")]),
) as unknown as Record<Language, RegExp>;

/** What a party wants of a shipment, and behind a colon what is to be done about it. */
const WISH_OF_PARTY = /^[^:]*\b(?:wants?|needs?|will|mochte|braucht|veut|souhaite|demande|quiere|necesita|pide|wil|wenst)\b[^:]*:\s/;
const OF_SHIPMENT = /^(?=[^:]*(?<![\w-])\d)(?=[^:]*\bshp-?\s?\d)/;

/** The words before a deed without whose wish it follows: "Kunde X will nur 30 in SHP-…: ". */
const withoutWish = (head: string, clause: string): string =>
  OF_SHIPMENT.test(clause) && clause.includes(": ") ? head.replace(WISH_OF_PARTY, "") : head;

/**
 * True when the words before a deed tell of it, doubt it or play with it: what somebody else wants, what was done, what may be.
 *
 * @param head folded words of the clause before its deed
 * @param clause folded words of the whole clause
 */
export function tellsOfDeed(head: string, clause: string, language: Language): boolean {
  const said = withoutWish(head, clause);
  return OWN_WORK.test(clause) || PATTERNS[language].test(said) || (language !== "en" && PATTERNS.en.test(said));
}
