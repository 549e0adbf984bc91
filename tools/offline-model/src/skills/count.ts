import type { Conversation } from "../mind/conversation.ts";
import { dayMeant } from "../mind/day-meant.ts";
import { goodsAsSaid, itemCandidates } from "../mind/item-words.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, succeeded } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { itemOptions } from "./item-options.ts";
import { call, givenUp, type Outcome, refuseWith } from "./outcome.ts";
import { keysInHint } from "./units-in-hint.ts";

/** Asks people to count goods at a place by a day; what the user left out is asked for. */
export function count(conversation: Conversation, tool: OfferedTool): Outcome {
  const { language, reading, context } = conversation;
  const made = callsOf(conversation, tool.name);
  if (made.some(succeeded)) return { kind: "done" };
  const failed = (pattern: RegExp) => made.filter((step) => pattern.test(failureOf(step)?.code ?? "")).length;
  const place = placesOf(reading, context).at;
  if (!place) return { kind: "ask", text: phrase("ask_where", language) };
  const keys = [...new Set(reading.ids.filter((id) => id.kind === "sku" || id.kind === "code").map((id) => id.id))];
  const words = itemCandidates(reading, context);
  const tries = failed(/unknown_(?:sku|item)/);
  const items = keys.length > 0 ? keys : words.slice(tries, tries + 1);
  const last = made.at(-1);
  const failure = last ? failureOf(last) : null;
  if (failure && /ambiguous/.test(failure.code)) {
    const said = goodsAsSaid(reading) ?? words[tries] ?? "";
    return { kind: "ask", text: phrase("ask_item_choice", language, { text: said }), options: itemOptions(failure.hint) };
  }
  if (items.length === 0 || (keys.length > 0 && tries > 0)) return { kind: "ask", text: phrase("ask_item", language) };
  const spelt = spellings(place)[failed(/unknown_(?:location|place)/)];
  if (spelt === undefined)
    return { kind: "ask", text: phrase("ask_place", language, { text: place.text }), options: keysInHint(failure?.hint ?? "", "LOC-") };
  if (failure && (!/unknown_(?:sku|item|location|place)/.test(failure.code) || givenUp(made)))
    return refuseWith(conversation, items.join(", "), failure);
  const day = dayMeant(conversation);
  if (day === undefined) return { kind: "ask", text: phrase("ask_day", language, { items: items.join(", ") }) };
  return call(tool, fillArguments(tool, { place: spelt, items, date: day }).args);
}
