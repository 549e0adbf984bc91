import type { NamedQuantity } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { itemCandidates } from "../mind/item-words.ts";

/** One thing to do: which goods, and how much of them. */
export interface Target {
  items: string[];
  quantity: NamedQuantity | null;
}

/** Pairs amounts with goods where a sentence names several; otherwise one target. */
export function targetsOf(conversation: Conversation): Target[] {
  const { reading, context } = conversation;
  const keys = reading.ids.filter((id) => id.kind === "sku" || id.kind === "code");
  if (keys.length > 1 && keys.length === reading.quantities.length) {
    return keys.map((key, index) => ({ items: [key.id], quantity: reading.quantities[index] ?? null }));
  }
  return [{ items: itemCandidates(reading, context), quantity: reading.quantities[0] ?? null }];
}
