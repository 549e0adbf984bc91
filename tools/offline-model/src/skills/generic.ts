import type { Conversation } from "../mind/conversation.ts";
import { dayMeant } from "../mind/day-meant.ts";
import { itemCandidates } from "../mind/item-words.ts";
import { fillArguments, type Values } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, succeeded } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";

/** Values of the sentence by role, as said. */
export function saidValues(conversation: Conversation): Values {
  const { reading, context } = conversation;
  const id = (kind: string) => reading.ids.find((found) => found.kind === kind)?.id;
  const places = placesOf(reading, context);
  const spelt = (place: (typeof places)["from"]) => (place ? spellings(place)[0] : undefined);
  const quantity = reading.quantities[0];
  return {
    item: itemCandidates(reading, context)[0],
    quantity: quantity?.quantity,
    unit: quantity ? (quantity.units[0] ?? "PCE") : undefined,
    from: spelt(places.from),
    to: spelt(places.to),
    place: spelt(places.at),
    country: places.to?.country ?? places.at?.country ?? undefined,
    reservation: id("reservation"),
    shipment: id("shipment"),
    declaration: id("declaration"),
    hold: id("hold"),
    transfer: id("transfer"),
    service: id("service"),
    demand: id("demand"),
    party: id("party") ?? places.receiver?.text,
    incoterm: id("incoterm"),
    lot: id("lot"),
    mrn: id("mrn"),
    lrn: id("lrn"),
    itn: id("itn"),
    dangerousGoods: id("un_number"),
    date: dayMeant(conversation),
    reason: reading.own.replace(/\s+/g, " ").trim().slice(0, 200),
  };
}

/** A proposal of a tool that no other rule knows: its arguments by name, a question for what is missing. */
export function propose(conversation: Conversation, tool: OfferedTool): Outcome {
  const calls = callsOf(conversation, tool.name);
  if (calls.some(succeeded)) return { kind: "done" };
  const failure = calls.map(failureOf).find((problem) => problem !== null);
  if (failure) return refuseWith(conversation, tool.name, failure);
  const { args, missing } = fillArguments(tool, saidValues(conversation));
  return missing.length > 0
    ? { kind: "ask", text: phrase("ask_detail", conversation.language, { what: missing.join(", ") }) }
    : call(tool, args);
}
