import type { JsonObject } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { toolSentence } from "./tool-sentence.ts";

/** What stands for a request: the user's own words, else the steps that were asked for. */
export function requestTitle(
  m: Messages,
  request: { text: string | null; id: string; actions?: { tool: string; args: JsonObject }[] | null },
): string {
  if (request.text) return request.text;
  const steps = request.actions?.map((action) => toolSentence(m, action.tool, action.args)) ?? [];
  return steps.length > 0 ? steps.join("; ") : request.id;
}
