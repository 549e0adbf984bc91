import type { Conversation, Step } from "../mind/conversation.ts";
import { fillArguments, rolesOf } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { kindWord, phrase } from "../texts/phrases.ts";
import { call, type Outcome } from "./outcome.ts";

/** A record that was read, or what has to happen before it is known. */
export type Found = { record: JsonMap } | { outcome: Outcome };

const mentions = (step: Step, key: string) => JSON.stringify(step.args).includes(JSON.stringify(key));

/** Tool that reads shipments. */
export const shipmentFinder = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find((tool) => rolesOf(tool).has("shipment") && rolesOf(tool).has("late"));

/** The shipment as stored; asks for its number when the user named none. */
export function readShipment(conversation: Conversation, tools: readonly OfferedTool[], id: string | null): Found {
  if (id === null) return { outcome: askNumber(conversation, "shipment") };
  const find = shipmentFinder(tools);
  if (!find) return { record: { id } };
  const reads = callsOf(conversation, find.name).filter((step) => mentions(step, id));
  if (reads.length === 0) return { outcome: call(find, fillArguments(find, { shipment: id }).args) };
  const record = reads
    .filter(succeeded)
    .flatMap((step) => listOf(resultOf(step).shipments))
    .find((candidate) => candidate.id === id);
  return record ? { record } : { outcome: { kind: "say", text: phrase("not_found", conversation.language, { text: id }) } };
}

/** "Which … is meant? Please give its number." */
export const askNumber = (conversation: Conversation, kind: string): Outcome => ({
  kind: "ask",
  text: phrase("ask_number", conversation.language, { what: kindWord(kind, conversation.language) }),
});

/** How far a proposal about one record is: done, ended by what the system of record said, or still to be made. */
export function proposalState(
  conversation: Conversation,
  tool: OfferedTool,
  key: string,
): { kind: "done" } | { kind: "failed"; step: Step } | { kind: "open" } {
  const mine = callsOf(conversation, tool.name).filter((step) => mentions(step, key));
  if (mine.some((step) => succeeded(step) || failureOf(step)?.code === "already_proposed")) return { kind: "done" };
  const last = mine.at(-1);
  return last ? { kind: "failed", step: last } : { kind: "open" };
}
