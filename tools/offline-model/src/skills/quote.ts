import { type DepartureWindow, localDay } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { fillArguments, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";

/** Tool that lists services between two places. */
export const quoteFinder = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find((tool) => {
    const roles = rolesOf(tool);
    return roles.has("from") && roles.has("to") && !["item", "shipment", "lines"].some((role) => roles.has(role as never));
  });

/** Services between two places as quoted, or the call that asks for them. */
export function quoted(
  conversation: Conversation,
  tools: readonly OfferedTool[],
  wanted: { from: string; to: string } & Values,
): { options: JsonMap[] } | { outcome: Outcome } {
  const tool = quoteFinder(tools);
  if (!tool) return { options: [] };
  const { args } = fillArguments(tool, wanted);
  const same = (step: Step) => JSON.stringify(step.args) === JSON.stringify(args);
  const made = callsOf(conversation, tool.name).find(same);
  if (!made) return { outcome: call(tool, args) };
  const failure = failureOf(made);
  if (failure) return { outcome: refuseWith(conversation, `${wanted.from} → ${wanted.to}`, failure) };
  return { options: succeeded(made) ? listOf(resultOf(made).options) : [] };
}

/** True when a service can still be booked and takes the goods. */
export const canTake = (option: JsonMap): boolean => option.bookable !== false && option.acceptsGoods !== false;

/** Earliest arrival first, ties by id. */
export const byArrival = (a: JsonMap, b: JsonMap): number =>
  String(a.eta).localeCompare(String(b.eta)) || String(a.id).localeCompare(String(b.id));

const offer = (option: JsonMap) => {
  const id = textOf(option.id) ?? "";
  return { label: `${id} (${textOf(option.etd) ?? ""} → ${textOf(option.eta) ?? ""})`, text: id };
};

/** Asks which departure to take where none, or more than one, is on a day that was named: the next ones there are. */
export function askDeparture(
  { language }: Conversation,
  route: { from: string; to: string },
  day: string,
  options: readonly JsonMap[],
): Outcome {
  return { kind: "ask", text: phrase("ask_departure", language, { ...route, day }), options: options.slice(0, 8).map(offer) };
}

/** Says that no service leaves within the days of the words, with the next ones that do leave: another week is for the user to choose. */
export function noneLeaves(
  { language }: Conversation,
  route: { from: string; to: string },
  window: DepartureWindow,
  options: readonly JsonMap[],
): Outcome {
  const days = [...new Set([window.from, window.until])].flatMap((day) => (day === null ? [] : localDay(day, language)));
  const day = window.from === null ? `≤ ${days.join()}` : window.until === null ? `≥ ${days.join()}` : days.join(" – ");
  return { kind: "ask", text: phrase("none_leaves", language, { ...route, day }), options: options.slice(0, 8).map(offer) };
}

/** Why none of the quoted services will do: the codes that they give. */
export function noneFits(conversation: Conversation, route: { from: string; to: string }, options: readonly JsonMap[]): Outcome {
  const reasons = [
    ...new Set(
      options.flatMap((option) => (Array.isArray(option.reasons) ? option.reasons.filter((code) => typeof code === "string") : [])),
    ),
  ];
  const [first] = reasons;
  const list = options
    .slice(0, 4)
    .map((option) => `${textOf(option.id) ?? ""}: ${(option.reasons as string[] | undefined)?.join(", ") ?? ""}`);
  const reason = reasons.length > 0 ? ` (${list.join("; ")})` : "";
  const code = typeof first === "string" && /^[a-z][a-z0-9_]{1,59}$/.test(first) ? first : "no_service";
  return { kind: "refuse", code, detail: phrase("no_service", conversation.language, { ...route, reason }) };
}
