import type { Messages } from "../messages/message-type.ts";
import { toolSentence } from "../requests/tool-sentence.ts";
import type { LedgerDeed } from "./ledger-headlines.ts";

const startsLarge = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/**
 * A deed in the reader's language. The headline of a card is written in English and signed with it; in another language the sentence is
 * made here from the same tool and arguments, and a tool without words keeps its headline.
 */
export function sayDeed(m: Messages, language: string, { tool, args, headline }: LedgerDeed): string {
  if (headline !== "" && (language === "en" || !Object.hasOwn(m.tools, tool))) return headline;
  return startsLarge(toolSentence(m, tool, args));
}
