import type { Language } from "@quartermaster/shared/contracts";
import { findIds } from "../names/find-ids.ts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { AND } from "./clauses.ts";
import { VERBS, type VerbClass } from "./verbs-table.ts";

/** Something that has to be so before an order counts ("if it is not loaded yet"). */
export interface Condition extends Span {
  text: string;
  /** The order as it stands once the condition holds; null where the rules cannot tell which key it is about. */
  rest: string | null;
  /** No comma or word parts the two: `rest` is all of it without the word that opens the condition. */
  mixed: boolean;
}

/** Words that make an order wait for something, by language; English may stand in any text. */
const WORDS: Record<Language, string> = {
  en: "if|unless|provided(?: that)?|assuming|in case|as long as|as soon as|once(?= (?:the|it|they|that|we|customs|\\w+-\\d))|when(?= (?:the|it|they|that|customs|\\w+-\\d))|until(?= (?:the|it|they|we)\\b)|subject to|conditional (?:up)?on|contingent (?:up)?on|depending on|on condition(?: that| of)?|(?:pending|after|following|only with|not without)(?= (?:\\S+ ){0,2}(?:ok|okay|approval|consent|permission|agreement|sign-?off|confirmation|clearance|payment|go-?ahead)\\b)|after(?= (?:\\S+ ){1,2}(?:have |has |had )?(?:confirm|approve|agree|pay|paid|sign|clear|answer|repl|decid)\\w*)",
  de: "wenn|falls|sofern|vorausgesetzt|es sei denn|sobald|solange|vorbehaltlich|unter (?:dem )?vorbehalt|unter der bedingung|abhangig von|je nachdem|(?:nach|nur mit|nicht ohne)(?= (?:\\w+(?:e[rn]|s) ){0,2}(?:freigabe|zustimmung|genehmigung|bestatigung|zahlung|zahlungseingang|rucksprache|einverstandnis|okay|ok)\\b)|nachdem",
  fr: "si|s'il|s'ils|a condition que|au cas ou|tant que|des que|sauf si|sauf s'ils?|a moins (?:que|qu'(?:il|ils|elle|elles|on|un|une))|des qu'(?:il|ils|elle|elles|on|un|une)|tant qu'(?:il|ils|elle|elles|on|un|une)|lorsque|lorsqu'(?:il|ils|elle|elles|on|un|une)|sous reserve(?= d| qu)|sous condition|moyennant|en fonction d[eu]|(?:apres|seulement avec|uniquement avec|pas sans)(?= (?:\\S+ ){0,2}(?:confirmation|accord|validation|approbation|autorisation|paiement|feu vert)\\b)|apres que",
  es: "si|siempre que|en caso de que|a menos que|salvo que|en cuanto|tan pronto como|cuando(?= (?:el|la|los|las|llegue|este|se))|sujet[oa]s? a|bajo (?:la )?condicion|a condicion de|dependiendo de|(?:previ[ao]|tras|despues de|solo con|no sin)(?= (?:\\S+ ){0,2}(?:confirmacion|aprobacion|autorizacion|visto bueno|consentimiento|acuerdo|pago)\\b)|despues de que",
  nl: "indien|mits|tenzij|zodra|zolang|als(?= (?:de|het|er|dat|die|deze|ze|hij|we|wij|je|alles|\\w+-\\d+)\\b)|op voorwaarde(?= dat| van)|onder voorbehoud|afhankelijk van|(?:na|alleen met|niet zonder)(?= (?:\\S+ ){0,2}(?:goedkeuring|bevestiging|betaling|akkoord|toestemming|overleg)\\b)|nadat",
};
const SENTENCE = /[^.;!?\n]+(?:[.](?=[\p{L}\p{N}])[^.;!?\n]+)*/gu;
/** What stands before: the condition is asked about, not set. */
const ASKED =
  /\b(?:check\w*|see|tell|know|verify|ask|find out|sure|whether|sag\w*|pruf\w*|schau\w*|frag\w*|weis|dis|dites|verifi\w*|regarde\w*|savoir|dime|comprueba|mira|saber|kijk|zeg|controleer|vraag|weten|meld)\b/g;
/** "As soon as possible" urges; it is nothing that has to be so first. */
const URGENT =
  /^(?:as soon as|once|sobald|sowie|des que|aussi(?:tot| vite) que|tan pronto como|en cuanto|zodra|zo snel als) (?:(?:wie |so |es |this |it |that |ce |c'est |cela |me |se |te |os |le |is |il |sea |est |irgend |irgendwie |humanly |at all |het |dat |you |we |u |je |vous |tu |sie |du |on )*)(?:(?:possible|practical|feasible|convenient|moglich|machbar|posible|mogelijk|sera possible)\b|(?:can|geht|kannst|konnen|pueda\w*|kan|kunt|pouvez|peux|peut)\s*(?:$|,|(?:and|und|et|y|en|please|bitte|graag)\b))/;
/** Courtesies, and the stock that every move and reservation is held against anyway. */
const IDLE =
  /^(?:\S+) (?:(?:that |this |it |es |ca |c'est |eso |dat |het )?(?:is |est |es |kan|geht|'?s )?(?:possible|needed|necessary|ok(?:ay)?|moglich|notig|possible|besoin|necessaire|necesario|posible|hace falta|mogelijk|nodig)\b|(?:es |het |ca )?(?:geht|kan|va|lukt)\s*$|(?:you|we|du|sie|vous|tu|je|u|usted|puede\w*|podeis) ?(?:can|could|don't mind|wou?ld|konn\w*|kann\w*|pouv\w*|peux|puede\w*|kunt|kan|wilt)?\s*$|(?:il )?(?:te|vous) plait\b|puede\w*\b|on peut\b)/;
/** Every order is subject to what there is. */
const STOCKED =
  /^(?:subject to|depending on|vorbehaltlich|abhangig von|sous reserve d[eu]|en fonction d[eu]|sujet[oa]s? a|dependiendo de|onder voorbehoud van|afhankelijk van) (?:(?:the|der|la|de|el|las?|stock) )*(?:availab|verfugbar|disponib|beschikbaar|existencias|voorraad|stock\b)/;
/** Says that there is enough, with nothing else in the sentence: "stock falls below 20" and "the truck is available" are no such thing. */
const ENOUGH = new RegExp(
  [
    "^(?:if|provided(?: that)?|assuming|as long as|wenn|falls|sofern|vorausgesetzt|solange|si|s'il|a condition que|tant que|siempre que|indien|mits|zolang|als)",
    "(?=.* (?:enough|suffic\\w*|available|in stock|on hand|there (?:is|are|'s)|there's|genug|genugend\\w*|ausreich\\w*|verfugbar|vorratig|vorhanden|auf lager|bestand da|assez|suffisa\\w*|disponibles?|en stock|il y a|y a|hay|haya|suficientes?|genoeg|voldoende|beschikbaar|(?:op|er) voorraad)\\b)",
    "(?: (?:there|is|are|there's|we|you|they|it|them|have|has|still|any|the|that|of|much|many|enough|suffic\\w*|available|in|on|hand|stock|stocks|goods|units|pieces|quantity|" +
      "es|noch|genug|genugend\\w*|ausreich\\w*|verfugbar|vorratig|vorhanden|bestand|lager|ware|der|die|das|auf|ist|sind|da|wir|haben|menge|" +
      "il|y|a|en|assez|suffisa\\w*|disponibles?|de|du|le|la|les|est|sont|nous|avons|encore|quantite|marchandise|" +
      "hay|haya|suficientes?|existencias|el|esta|estan|tenemos|cantidad|" +
      "er|genoeg|voldoende|beschikbaar|voorraad|op|zijn|hebben|nog|we))+[\\s:]*$",
  ].join(""),
);
/** Deeds that no stock is checked for: there such words are a condition like any other. */
const UNCHECKED: VerbClass[] = ["cancel", "release", "hold", "reorder", "lodge", "adjust", "quarantine", "invalidate"];
const OPENS = /^[\s,:¿¡-]*(?:(?:and|und|et|y|en|also|then|but|aber|mais|pero|maar|please|pls|bitte|ok|okay|hi|hallo)[\s,]+)*$/;
const THEN = /,\s+|\s+(?:then|dann|alors|entonces|dan)\s+/;

const THEN_FIRST = /^(?:,\s+|\s+(?:then|dann|alors|entonces|dan)\s+)/;
/** Courtesies between the word that joins an order and its verb. */
const COURTESIES = "(?:(?:please|pls|then|also|bitte|dann|auch|svp|puis|aussi|por favor|luego|tambien|aub|graag|dan|ook)\\s+)*";
/** Verbs that tell what happens as often as they order it. */
const NO_ORDER: ReadonlySet<VerbClass> = new Set(["leave", "approve", "evidence", "resolve", "receive"]);

/** True when a verb of a deed stands at the start of a clause, or at the end of one in a language whose orders end so. */
function opensOrder(clause: string, language: Language): boolean {
  if (!/\d/.test(clause)) return false;
  return [...VERBS].some(([verb, pattern]) => {
    if (NO_ORDER.has(verb)) return false;
    return [...clause.matchAll(pattern)].some(
      ({ index, 0: text }) =>
        clause.slice(0, index).trim() === "" ||
        ((language === "de" || language === "nl") && clause.slice(index + text.length).trim() === "" && /(?:en|ern|eln)$/.test(text)),
    );
  });
}

/** Where behind "if" another order begins that no comma parts from the condition ("if he withdrew and hold SHP-2"); -1 for nowhere. */
function nextOrder(behind: string, language: Language): number {
  const joins = [...behind.matchAll(new RegExp(`\\s+(?:and|${AND[language]})\\s+${COURTESIES}`, "g"))];
  const at = joins.find((join, index) => {
    const clause = behind.slice(join.index + join[0].length, joins[index + 1]?.index);
    return opensOrder(clause, language);
  });
  return at?.index ?? -1;
}

const names = (text: string, verbs: Iterable<VerbClass>): boolean => [...verbs].some((verb) => text.search(VERBS.get(verb) ?? /$^/) >= 0);

const isIdle = (folded: string, order: string): boolean =>
  IDLE.test(folded.trim()) ||
  STOCKED.test(folded.trim()) ||
  URGENT.test(folded.trim()) ||
  (ENOUGH.test(folded.trim()) && !names(order, UNCHECKED));

/** The clause with the deed that a condition behind it is set for. */
function orderBefore(before: string, language: Language): string {
  const parts = before.split(new RegExp(`,\\s|\\b(?:and|${AND[language]})\\b(?=\\s)`));
  return parts.findLast((part) => names(part, VERBS.keys())) ?? before;
}

/** "Check whether" asks. "Check it and cancel it if" and "make sure to cancel it if" order: a deed or another clause stands between. */
function isAsked(before: string, language: Language): boolean {
  // The last one counts: "check the stock and let me know if".
  const at = [...before.matchAll(ASKED)].at(-1)?.index;
  const asked = at === undefined ? undefined : before.slice(at);
  return (
    asked !== undefined &&
    !/[.;!?,]/.test(asked) &&
    !new RegExp(`\\b(?:and|${AND[language]})\\b`).test(asked) &&
    !names(asked, VERBS.keys())
  );
}

/** Finds what the orders of a text wait for. Courtesies and questions are none; nor is "if there is stock", which every order checks. */
export function conditionsIn(own: string, language: Language): Condition[] {
  const folded = fold(own);
  const words = language === "en" ? WORDS.en : `${WORDS.en}|${WORDS[language]}`;
  const found: Condition[] = [];
  for (const sentence of folded.matchAll(SENTENCE)) {
    for (const match of sentence[0].matchAll(new RegExp(`\\b(?:${words})(?= )`, "g"))) {
      const start = sentence.index + match.index;
      const before = sentence[0].slice(0, match.index);
      // "Sí" agrees, "si" sets a condition.
      if (own.slice(start, start + 2).toLowerCase() === "sí" || isAsked(before, language) || found.some((one) => start < one.end)) continue;
      const behind = sentence[0].slice(match.index);
      // After "and" a condition opens a clause of its own: its order follows.
      const first = OPENS.test(before) || new RegExp(`\\b(?:and|${AND[language]})\\s+$`).test(before);
      const parted = first ? THEN.exec(behind) : /,\s+(?=(?:and|then|und|dann|et|puis|y|luego|en|dan)\b)/.exec(behind);
      const next = first ? -1 : nextOrder(behind.slice(0, parted?.index ?? behind.length), language);
      const stop = next < 0 ? parted?.index : next;
      const text = behind.slice(0, stop ?? behind.length);
      const end = start + text.length;
      if (isIdle(text, first ? sentence[0] : orderBefore(before, language))) continue;
      const mixed = first && stop === undefined;
      const order = mixed ? own.slice(start + match[0].length) : own.slice(end).replace(THEN_FIRST, " ");
      const whole = `${own.slice(0, start).trimEnd()} ${order.trimStart()}`.trim();
      // "If SHP-1 is late cancel SHP-2": read without its "if", the order would be about both.
      const about = new Set(findIds(whole).map((id) => id.id));
      const rest = mixed && about.size > 1 ? null : whole;
      found.push({ start, end, text: own.slice(start, end).trim(), rest, mixed });
    }
  }
  return found;
}
