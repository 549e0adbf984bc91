import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";

/** Something that has to be so before an order counts ("if it is not loaded yet"). */
export interface Condition extends Span {
  text: string;
  /** The text without it; null where the rules cannot tell the two apart. */
  rest: string | null;
}

/** Words that make an order wait for something, by language; English may stand in any text. */
const WORDS: Record<Language, string> = {
  en: "if|unless|provided(?: that)?|assuming|in case|as long as|as soon as|once(?= (?:the|it|they|that|we|customs|\\w+-\\d))|when(?= (?:the|it|they|that|customs|\\w+-\\d))|until(?= (?:the|it|they|we)\\b)",
  de: "wenn|falls|sofern|vorausgesetzt|es sei denn|sobald|solange",
  fr: "si|s'il|s'ils|a condition que|au cas ou|tant que|des que|sauf si|a moins que|lorsque",
  es: "si|siempre que|en caso de que|a menos que|salvo que|en cuanto|tan pronto como|cuando(?= (?:el|la|los|las|llegue|este|se))",
  nl: "indien|mits|tenzij|zodra|zolang|als(?= (?:de|het|er|dat|die|deze|ze|hij|we|wij|je|alles|\\w+-\\d+)\\b)",
};
const SENTENCE = /[^.;!?\n]+(?:[.](?=[\p{L}\p{N}])[^.;!?\n]+)*/gu;
/** What stands before: the condition is asked about, not set. */
const ASKED =
  /\b(?:check\w*|see|tell|know|verify|ask|find out|sure|whether|sag\w*|pruf\w*|schau\w*|frag\w*|weis|dis|dites|verifi\w*|regarde\w*|savoir|dime|comprueba|mira|saber|kijk|zeg|controleer|vraag|weten|meld)\b[^.;!?,]*$/;
/** "As soon as possible" urges; it is nothing that has to be so first. */
const URGENT =
  /^(?:as soon as|once|sobald|sowie|des que|aussi(?:tot| vite) que|tan pronto como|en cuanto|zodra|zo snel als) (?:(?:wie |so |es |this |it |that |ce |c'est |cela |me |se |te |os |le |is |il |sea |est |irgend |irgendwie |humanly |at all |het |dat |you |we |u |je |vous |tu |sie |du |on )*)(?:(?:possible|practical|feasible|convenient|moglich|machbar|posible|mogelijk|sera possible)\b|(?:can|geht|kannst|konnen|pueda\w*|kan|kunt|pouvez|peux|peut)\s*(?:$|,|(?:and|und|et|y|en|please|bitte|graag)\b))/;
/** Courtesies, and the stock that every move and reservation is held against anyway. */
const IDLE =
  /^(?:\S+) (?:(?:that |this |it |es |ca |c'est |eso |dat |het )?(?:is |est |es |kan|geht|'?s )?(?:possible|needed|necessary|ok(?:ay)?|moglich|notig|possible|besoin|necessaire|necesario|posible|hace falta|mogelijk|nodig)\b|(?:es |het |ca )?(?:geht|kan|va|lukt)\s*$|(?:you|we|du|sie|vous|tu|je|u|usted|puede\w*|podeis) ?(?:can|could|don't mind|wou?ld|konn\w*|kann\w*|pouv\w*|peux|puede\w*|kunt|kan|wilt)?\s*$|(?:il )?(?:te|vous) plait\b|puede\w*\b|on peut\b)/;
const STOCK =
  /\b(?:stock|enough|available|suffic\w*|genug|ausreich\w*|verfugbar\w*|vorratig|bestand|lager|assez|suffisa\w*|disponible\w*|suficiente\w*|existencias|genoeg|voldoende|voorraad|beschikbaar)\b/;
const DENIES = /\d|\b(?:not|no|n't|nicht|kein\w*|pas|ne|niet|geen)\b/;
const OPENS = /^[\s,:¿¡-]*(?:(?:and|und|et|y|en|also|then|but|aber|mais|pero|maar|please|pls|bitte|ok|okay|hi|hallo)[\s,]+)*$/;
const THEN = /,\s+|\s+(?:then|dann|alors|entonces|dan)\s+/;

const isIdle = (folded: string): boolean =>
  IDLE.test(folded.trim()) || URGENT.test(folded.trim()) || (STOCK.test(folded) && !DENIES.test(folded));

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
      if (own.slice(start, start + 2).toLowerCase() === "sí" || ASKED.test(before) || found.some((one) => start < one.end)) continue;
      const behind = sentence[0].slice(match.index);
      const first = OPENS.test(before);
      const stop = first ? THEN.exec(behind) : /,\s+(?=(?:and|then|und|dann|et|puis|y|luego|en|dan)\b)/.exec(behind);
      const text = behind.slice(0, stop?.index ?? behind.length);
      const end = start + text.length;
      if (isIdle(text)) continue;
      const from = first ? sentence.index + before.length : start;
      const rest =
        first && stop === null ? null : `${own.slice(0, from).trimEnd()} ${own.slice(end).replace(THEN, " ").trimStart()}`.trim();
      found.push({ start, end, text: own.slice(start, end).trim(), rest });
    }
  }
  return found;
}
