import type { Conversation } from "./conversation.ts";

/** The day that an order is for: the last one named that is not over, since one that is over is only told beside it; else the last one. */
export function dayMeant({ reading, now }: Pick<Conversation, "reading" | "now">): string | undefined {
  const today = now.slice(0, 10);
  return (reading.dates.findLast(({ date }) => date >= today) ?? reading.dates.at(-1))?.date;
}
