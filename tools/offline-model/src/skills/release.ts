import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { itemCandidates } from "../mind/item-words.ts";
import { fillArguments, rolesOf } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { kindWord, phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";

const EXPIRED = /\b(?:expired?|lapsed|abgelaufen|ablief|expiree?s?|perimee?s?|caduc\w*|vencid\w*|verlopen)\b/;

/** Reservations for a demand, as stock rows list them. */
function heldFor(conversation: Conversation, find: OfferedTool, demand: string): string[] {
  return callsOf(conversation, find.name)
    .filter(succeeded)
    .flatMap((step) => listOf(resultOf(step).rows))
    .flatMap((row) => listOf(row.reservations))
    .filter((reservation) => reservation.demandRef === demand)
    .flatMap((reservation) => textOf(reservation.id) ?? []);
}

/** Finds the reservation when the user named only what it is for. */
function findReservation(conversation: Conversation, tools: readonly OfferedTool[]): Outcome | string {
  const { language, reading, context } = conversation;
  const ask: Outcome = { kind: "ask", text: phrase("ask_number", language, { what: kindWord("reservation", language) }) };
  const demand = reading.ids.find((id) => id.kind === "demand" || id.kind === "shipment")?.id;
  const find = tools.find((tool) => rolesOf(tool).has("place") && rolesOf(tool).has("belowSafety"));
  const place = placesOf(reading, context).at;
  const item = reading.ids.some((id) => id.kind === "sku") ? itemCandidates(reading, null)[0] : undefined;
  if (!demand || !find || (!item && !place)) return ask;
  const held = heldFor(conversation, find, demand);
  if (held.length === 1 && held[0] !== undefined) return held[0];
  if (held.length > 1) return { ...ask, options: held } as Outcome;
  if (callsOf(conversation, find.name).length > 0) return { kind: "say", text: phrase("not_found", language, { text: demand }) };
  return call(find, fillArguments(find, { item, place: place ? spellings(place)[0] : undefined }).args);
}

/** Gives reserved units back. */
export function release(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], named: string | null): Outcome {
  const { language, reading } = conversation;
  const found = named ?? findReservation(conversation, tools);
  if (typeof found !== "string") return found;
  const releases = callsOf(conversation, tool.name).filter((step) => JSON.stringify(step.args).includes(found));
  if (releases.some(succeeded)) return { kind: "done" };
  const failure = releases.map(failureOf).find((problem) => problem !== null);
  if (failure)
    return /^unknown_/.test(failure.code)
      ? { kind: "say", text: phrase("not_found", language, { text: found }) }
      : refuseWith(conversation, found, failure);
  const part = reading.quantities[0];
  const reason = EXPIRED.test(fold(reading.own)) ? "expired" : "requested";
  const { args } = fillArguments(tool, { reservation: found, reason, quantity: part?.quantity, unit: part?.units[0] });
  return call(tool, args);
}
