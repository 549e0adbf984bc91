import type { Conversation } from "../mind/conversation.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { failureOf } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { proposalState, readShipment } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";

/** Ends a shipment; what its state, its units and its papers need follows by rule. */
export function cancel(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], shipment: string | null): Outcome {
  const found = readShipment(conversation, tools, shipment);
  if ("outcome" in found) return found.outcome;
  const id = String(found.record.id);
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  return failure
    ? refuseWith(conversation, id, failure)
    : call(tool, fillArguments(tool, { shipment: id, reason: saidReason(conversation) }).args);
}
