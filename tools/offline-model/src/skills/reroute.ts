import { fold, type NamedPlace } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { placesOf } from "../mind/place-words.ts";
import { failureOf, textOf } from "../mind/steps.ts";
import { transportMode } from "../mind/transport-mode.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { chooseLeg, isOutcome, openLegs } from "./choose-leg.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { byArrival, canTake, noneFits, quoted } from "./quote.ts";
import { proposalState, readShipment } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";

const VIA = /\b(?:via|uber|through|par|por|over)\s*(?:the |den |le |la |el )?$/;

interface Path {
  services: string[];
}

/** Known places that the new path goes through, in the order said. */
function stopsOf(conversation: Conversation, to: NamedPlace | null): NamedPlace[] {
  const folded = fold(conversation.reading.own);
  return conversation.reading.places.filter((place) => place.known && place !== to && VIA.test(folded.slice(0, place.start)));
}

const codeOf = (place: NamedPlace) => place.unlocode ?? place.name;

/** The service of each part of the path that arrives first and takes the goods. */
function findPath(conversation: Conversation, tools: readonly OfferedTool[], points: readonly string[], leg: JsonMap): Path | Outcome {
  const mode = transportMode(fold(conversation.reading.own)) ?? undefined;
  const services: string[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    const quote = quoted(conversation, tools, { from, to, mode });
    if ("outcome" in quote) return quote.outcome;
    const good = quote.options.filter((option) => canTake(option) && option.id !== leg.serviceId).sort(byArrival);
    const first = textOf(good[0]?.id);
    if (first === null) return noneFits(conversation, { from, to }, quote.options);
    services.push(first);
  }
  return { services };
}

/** The first leg that is replaced: all that has not left, unless the user named one. */
function firstLeg(conversation: Conversation, shipment: JsonMap): JsonMap | Outcome {
  const named = chooseLeg(conversation, shipment);
  return isOutcome(named) && named.kind === "ask" ? (openLegs(shipment)[0] ?? named) : named;
}

/** Sends a shipment another way, by another mode or to another place: reads it, asks for services of the new path, proposes. */
export function reroute(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], shipment: string | null): Outcome {
  const { language, reading } = conversation;
  const found = readShipment(conversation, tools, shipment);
  if ("outcome" in found) return found.outcome;
  const id = String(found.record.id);
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, id, failure);
  const leg = firstLeg(conversation, found.record);
  if (isOutcome(leg)) return leg;
  const named = namedIds(conversation, "service");
  const to = placesOf(reading, null).to;
  const stops = stopsOf(conversation, to);
  const changes = named.length > 0 || to !== null || stops.length > 0 || transportMode(fold(reading.own)) !== null;
  if (!changes) return { kind: "ask", text: phrase("ask_route", language, { shipment: id }) };
  const end = to ? codeOf(to) : (textOf(found.record.destinationUnlocode) ?? textOf(found.record.destination) ?? "");
  const points = [textOf(leg.from) ?? "", ...stops.map(codeOf), end];
  const path = named.length > 0 ? { services: named } : findPath(conversation, tools, points, leg);
  if ("kind" in path) return path;
  const same = to === null || end === found.record.destinationUnlocode || end === found.record.destination;
  const values = { shipment: id, leg: leg.seq, to: same ? undefined : end, services: path.services, reason: saidReason(conversation) };
  return call(tool, fillArguments(tool, values).args);
}
