import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { evidenceIn } from "./evidence-in.ts";
import { holdTypeIn } from "./hold-types.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { askNumber, type Found, proposalState, readShipment, shipmentFinder } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";

/** The shipment that a named hold stops, when the user did not say which. */
function shipmentOfHold(conversation: Conversation, tools: readonly OfferedTool[], hold: string): Found {
  const find = shipmentFinder(tools);
  if (!find) return { outcome: askNumber(conversation, "shipment") };
  const reads = callsOf(conversation, find.name);
  const stopped = reads
    .filter(succeeded)
    .flatMap((step) => listOf(resultOf(step).shipments))
    .find((shipment) => listOf(shipment.holds).some((held) => held.id === hold));
  if (stopped) return { record: stopped };
  return { outcome: reads.length === 0 ? call(find, fillArguments(find, { hold }).args) : askNumber(conversation, "shipment") };
}

/** The hold that is meant: the one named, the one of the type that the words speak of, or the only one. */
function chooseHold(conversation: Conversation, shipment: JsonMap): { id: string } | Outcome {
  const { language, reading } = conversation;
  const active = listOf(shipment.holds).filter((hold) => hold.state === "active");
  const named = namedIds(conversation, "hold")[0];
  const type = holdTypeIn(fold(reading.own), [...new Set(active.map((hold) => String(hold.type)))]);
  const fitting = active.filter((hold) => (named === undefined ? type === null || hold.type === type : hold.id === named));
  const [only, another] = fitting.map((hold) => String(hold.id));
  if (only !== undefined && another === undefined) return { id: only };
  const subject = textOf(shipment.id) ?? "";
  if (active.length === 0) return { kind: "say", text: phrase("no_hold", language, { shipment: subject }) };
  const options = active.map((hold) => ({ label: `${String(hold.id)} (${String(hold.type)})`, text: String(hold.id) }));
  return { kind: "ask", text: phrase("ask_hold", language, { shipment: subject }), options };
}

/** Lifts one hold: reads the shipment, then proposes with the evidence that the user named; who may lift it is decided elsewhere. */
export function releaseHold(
  conversation: Conversation,
  tool: OfferedTool,
  tools: readonly OfferedTool[],
  shipment: string | null,
): Outcome {
  const named = namedIds(conversation, "hold")[0];
  const found =
    shipment === null && named !== undefined ? shipmentOfHold(conversation, tools, named) : readShipment(conversation, tools, shipment);
  if ("outcome" in found) return found.outcome;
  const id = textOf(found.record.id) ?? "";
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, id, failure);
  const hold = chooseHold(conversation, found.record);
  if ("kind" in hold) return hold;
  const values = { shipment: id, hold: hold.id, reason: saidReason(conversation), evidence: evidenceIn(conversation.reading) ?? undefined };
  return call(tool, fillArguments(tool, values).args);
}
