import type { Conversation } from "./conversation.ts";

/** Keys of a kind that the sentence names, each once; else those of the turn it leans on. */
export function namedIds(conversation: Conversation, kind: string): string[] {
  const of = (reading: Conversation["context"]) => [...new Set((reading?.ids ?? []).filter((id) => id.kind === kind).map((id) => id.id))];
  const own = of(conversation.reading);
  return own.length > 0 ? own : of(conversation.context);
}
