import { fold, withLocalTimes } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { departureMeant, leavesWithin } from "../mind/departure-meant.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { failureOf, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { chooseLeg, isOutcome } from "./choose-leg.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { askDeparture, byArrival, canTake, noneFits, noneLeaves, quoted } from "./quote.ts";
import { proposalState, readShipment } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";

const EARLIER =
  /\b(?:earlier|sooner|bring (?:\S+ ){0,3}?forward|fruher\w*|eher|vorziehen|plus tot|avancez|avancer|antes posible|mas temprano|mas temprana|anterior|adelanta\w*|eerder\w*|vervroeg\w*)\b/;

/** Another departure of the same route, for a day or an earlier time that the user named; null where the tool picks the next one. */
function chooseService(conversation: Conversation, tools: readonly OfferedTool[], leg: JsonMap): { service: string | null } | Outcome {
  const { language, reading } = conversation;
  const named = namedIds(conversation, "service")[0];
  if (named !== undefined) return { service: named };
  const earlier = EARLIER.test(fold(reading.own));
  const { window } = departureMeant(conversation);
  if (!earlier && window === null) return { service: null };
  const route = { from: textOf(leg.from) ?? "", to: textOf(leg.to) ?? "" };
  const quote = quoted(conversation, tools, { ...route, mode: textOf(leg.mode) ?? undefined });
  if ("outcome" in quote) return quote.outcome;
  const others = quote.options.filter((option) => option.id !== leg.serviceId && canTake(option)).sort(byArrival);
  const fitting = others.filter((option) => leavesWithin(window, option) && (!earlier || String(option.etd) < String(leg.etd)));
  const [only, another] = fitting;
  if (only && !another) return { service: textOf(only.id) };
  const booked = quote.options.find((option) => option.id === leg.serviceId);
  // That the sailing it is on can be booked as well says nothing of others.
  if (others.length === 0 && booked && quote.options.length === 1) {
    const values = { ...route, service: textOf(booked.id) ?? "", etd: withLocalTimes(textOf(booked.etd) ?? "", language) };
    return { kind: "refuse", code: "no_other_departure", detail: phrase("no_other_departure", language, values) };
  }
  if (others.length === 0)
    return noneFits(
      conversation,
      route,
      quote.options.filter((option) => option !== booked),
    );
  if (fitting.length === 0 && window !== null) return noneLeaves(conversation, route, window, others);
  const day = window?.from ?? window?.until ?? "";
  return askDeparture(conversation, route, day, fitting.length > 0 ? fitting : others);
}

/** Puts one leg on another departure of the same route: reads the shipment, asks for services where a time was named, proposes. */
export function reschedule(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], shipment: string | null): Outcome {
  const found = readShipment(conversation, tools, shipment);
  if ("outcome" in found) return found.outcome;
  const id = String(found.record.id);
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, id, failure);
  const leg = chooseLeg(conversation, found.record);
  if (isOutcome(leg)) return leg;
  const chosen = chooseService(conversation, tools, leg);
  if ("kind" in chosen) return chosen;
  const values = { shipment: id, leg: leg.seq, service: chosen.service ?? undefined, reason: saidReason(conversation) };
  return call(tool, fillArguments(tool, values).args);
}
