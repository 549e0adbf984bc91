import { type NamedQuantity, pairsOf } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { itemCandidates } from "../mind/item-words.ts";

/** One thing to do: which goods, and how much of them. */
export interface Target {
  items: string[];
  quantity: NamedQuantity | null;
}

/** The goods and amount of a sentence that names one of each. */
export function targetOf({ reading, context }: Conversation): Target {
  return { items: itemCandidates(reading, context), quantity: reading.quantities[0] ?? null };
}

/** The conversation once for each pair of goods and amount. */
export function splitTargets(conversation: Conversation): Conversation[] {
  return pairsOf(conversation.reading).map((reading) => ({ ...conversation, reading }));
}
