import { fold } from "@quartermaster/language";
import type { Conversation } from "./conversation.ts";

const UNTIL =
  /\b(?:until|till|bis(?: zum| einschliesslich)?|jusqu'?(?:a|au)?|hasta|tot(?: en met)?)\s*(?:(?:the|den|dem|le|el|de|end of|ende|fin de|einde van)\s+){0,2}$/;

/** The last day for which something is wanted ("until Friday"): of what is set aside, when it lapses. */
export function untilMeant({ reading, now }: Pick<Conversation, "reading" | "now">): string | undefined {
  // Beside another deed the day may be the other's: "umlagern und reservieren bis 14.12.".
  if (reading.actions.kinds.length > 1) return undefined;
  const folded = fold(reading.own);
  return reading.dates.find(({ start, date }) => date >= now.slice(0, 10) && UNTIL.test(folded.slice(0, start)))?.date;
}
