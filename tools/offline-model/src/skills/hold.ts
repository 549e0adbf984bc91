import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { fillArguments, parametersOf, rolesOf } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { kindWord, phrase } from "../texts/phrases.ts";
import { holdTypeIn } from "./hold-types.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { saidReason } from "./said-reason.ts";

/** Stops a shipment: reads it first, then proposes the hold with the user's reason. */
export function hold(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], shipment: string | null): Outcome {
  const { language, reading } = conversation;
  if (shipment === null) return { kind: "ask", text: phrase("ask_number", language, { what: kindWord("shipment", language) }) };
  const mine = (args: object) => JSON.stringify(args).includes(shipment);
  const holds = callsOf(conversation, tool.name).filter((step) => mine(step.args));
  if (holds.some(succeeded)) return { kind: "done" };
  const failure = holds.map(failureOf).find((found) => found !== null);
  if (failure)
    return /^unknown_/.test(failure.code)
      ? { kind: "say", text: phrase("not_found", language, { text: shipment }) }
      : refuseWith(conversation, shipment, failure);
  const find = tools.find(
    (candidate) => candidate.name !== tool.name && rolesOf(candidate).has("shipment") && rolesOf(candidate).has("late"),
  );
  const reads = find ? callsOf(conversation, find.name).filter((step) => mine(step.args)) : [];
  if (find && reads.length === 0) return call(find, fillArguments(find, { shipment }).args);
  const read = reads.findLast(succeeded);
  if (read && listOf(resultOf(read).shipments).length === 0)
    return { kind: "say", text: phrase("not_found", language, { text: shipment }) };
  const folded = fold(reading.own);
  const allowed = parametersOf(tool).find((parameter) => parameter.role === "type")?.values ?? [];
  const type = holdTypeIn(folded, allowed) ?? "customer";
  const { args, missing } = fillArguments(tool, { shipment, type, reason: saidReason(conversation) });
  return missing.length > 0 ? { kind: "ask", text: phrase("ask_detail", language, { what: missing.join(", ") }) } : call(tool, args);
}
