import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments, rolesOf } from "../mind/parameter-roles.ts";
import { placesOf } from "../mind/place-words.ts";
import { callsOf, resultOf, succeeded } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { call, type Outcome } from "./outcome.ts";

/** Tool that matches a party against the lists. */
export const screenFinder = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find((tool) => rolesOf(tool).has("party") && rolesOf(tool).has("name") && !rolesOf(tool).has("item"));

/** "Screen Helvetia Labs": the name right behind the deed. */
const SCREENED = /\b[Ss]creene?n?\s+((?:\p{Lu}[\p{L}\p{N}&.-]*)(?:\s+\p{Lu}[\p{L}\p{N}&.-]*)*)/u;

/** The party that the words name: by key, or by a name that stands where a receiver would. */
export function partyNamed(conversation: Conversation): string | null {
  const key = namedIds(conversation, "party")[0];
  if (key !== undefined) return key;
  const { receiver } = placesOf(conversation.reading, conversation.context);
  const other = conversation.reading.places.find((place) => !place.known && place.role !== "none");
  return receiver?.text ?? other?.text ?? SCREENED.exec(conversation.reading.own)?.[1] ?? null;
}

/** The named party as the lists see it, or what has to happen first; null when nobody is named or known. */
export function screened(conversation: Conversation, tools: readonly OfferedTool[]): { party: JsonMap | null } | { outcome: Outcome } {
  const tool = screenFinder(tools);
  const named = partyNamed(conversation);
  if (!tool || named === null) return { party: null };
  const made = callsOf(conversation, tool.name);
  const done = made.findLast(succeeded);
  if (done) return { party: resultOf(done) };
  return made.length > 0 ? { party: null } : { outcome: call(tool, fillArguments(tool, { party: named }).args) };
}
