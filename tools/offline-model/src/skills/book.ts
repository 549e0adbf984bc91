import { fold } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { departureMeant, leavesWithin } from "../mind/departure-meant.ts";
import { fillArguments, parametersOf, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import { transportMode } from "../mind/transport-mode.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase, unitWord } from "../texts/phrases.ts";
import { type BookLines, linesOfWords, withLastingLots } from "./book-lines.ts";
import { existingShipment } from "./existing-shipment.ts";
import { call, givenUp, lastFailure, type Outcome, refuseWith } from "./outcome.ts";
import { type Planned, plannedOf, recordsOf } from "./planned.ts";
import { byArrival, canTake, noneFits, noneLeaves } from "./quote.ts";
import { strictItems } from "./strict-items.ts";
import { targetOf } from "./target.ts";
import { keysInHint, unitsInHint } from "./units-in-hint.ts";

interface Booking {
  origin: string | null;
  destination: string | null;
  lines: JsonMap[];
  unclear: BookLines["unclear"];
  transfer: string | null;
  deliverBy: string | null;
  party: string | null;
  demand: string | null;
}

/** A planned transfer says everything about its booking. */
function fromTransfer(planned: Planned): Booking {
  const { fields } = planned;
  const line = {
    sku: fields.sku,
    quantity: fields.quantity,
    uom: fields.uom ?? fields.unit,
    ...(typeof fields.lot === "string" ? { lot: fields.lot } : {}),
  };
  return {
    origin: textOf(fields.fromLocation),
    destination: textOf(fields.toLocation),
    lines: [line],
    unclear: null,
    transfer: planned.ref,
    deliverBy: textOf(fields.neededBy),
    party: null,
    demand: null,
  };
}

/** The customer behind the words, where another agent's record names exactly one. */
function partyOfFacts(conversation: Conversation): string | null {
  const parties = recordsOf(conversation, "party").flatMap((fields) => textOf(fields.id) ?? []);
  return new Set(parties).size === 1 ? (parties[0] ?? null) : null;
}

function fromWords(conversation: Conversation, tries: readonly Step[]): Booking {
  const { reading, context } = conversation;
  const places = placesOf(reading, context);
  const failedOn = (path: RegExp) =>
    tries.filter((step) => /unknown_(?:place|location)/.test(failureOf(step)?.code ?? "") && path.test(failureOf(step)?.path ?? "")).length;
  const hint = tries.map(failureOf).findLast((failure) => failure !== null && /uom|unit/.test(failure.code))?.hint;
  const { lines, unclear } = linesOfWords(conversation, hint ? unitsInHint(hint) : []);
  const party = reading.ids.find((id) => id.kind === "party")?.id ?? partyOfFacts(conversation) ?? places.receiver?.text ?? null;
  return {
    origin: places.from ? (spellings(places.from)[failedOn(/origin|from/i)] ?? null) : null,
    destination: places.to ? (spellings(places.to)[failedOn(/destination|to/i)] ?? null) : null,
    lines,
    unclear,
    transfer: reading.ids.find((id) => id.kind === "transfer")?.id ?? null,
    deliverBy: departureMeant(conversation).deadline ?? null,
    party,
    demand: reading.ids.find((id) => id.kind === "demand")?.id ?? null,
  };
}

/** The earliest service that leaves when it is to, can still be booked, takes the goods and arrives in time; else a question or why not. */
function chooseService(quote: Step, conversation: Conversation, banned: readonly string[]): string | Outcome {
  const named = conversation.reading.ids.find((id) => id.kind === "service")?.id;
  const options = listOf(resultOf(quote).options);
  if (named && options.some((option) => option.id === named)) return named;
  const route = { from: textOf(resultOf(quote).from) ?? "", to: textOf(resultOf(quote).to) ?? "" };
  const bookable = options.filter((option) => canTake(option) && !banned.includes(String(option.id))).sort(byArrival);
  const good = bookable.filter((option) => option.meetsDeliverBy !== false);
  const { window } = departureMeant(conversation);
  const service = textOf(good.find((option) => leavesWithin(window, option))?.id);
  if (service !== null) return service;
  return window !== null && bookable.length > 0
    ? noneLeaves(conversation, route, window, bookable)
    : noneFits(conversation, route, options);
}

function askMissing(conversation: Conversation, booking: Booking, known: readonly string[]): Outcome | null {
  const { language } = conversation;
  const item = textOf(booking.lines[0]?.sku) ?? targetOf(conversation).items[0] ?? "…";
  if (booking.lines.length === 0)
    return targetOf(conversation).items[0]
      ? { kind: "ask", text: phrase("ask_quantity", language, { item }) }
      : { kind: "ask", text: phrase("ask_item", language) };
  if (booking.unclear)
    return {
      kind: "ask",
      text: phrase("ask_unit", language, booking.unclear),
      options: known.map((code) => `${booking.unclear?.quantity ?? ""} ${unitWord(code, language)}`),
    };
  if (booking.origin === null) return { kind: "ask", text: phrase("ask_source", language, { item }) };
  return booking.destination === null
    ? { kind: "ask", text: phrase("ask_destination", language, { item: booking.party ? `${item} (${booking.party})` : item }) }
    : null;
}

function failed(conversation: Conversation, tries: readonly Step[], booking: Booking): Outcome | null {
  const failure = lastFailure(tries);
  if (!failure) return null;
  if (failure.code === "already_booked" || failure.code === "already_proposed") return { kind: "done" };
  if (/unknown_party|ambiguous_party/.test(failure.code))
    return { kind: "ask", text: phrase("ask_party", conversation.language, { text: booking.party ?? "…" }) };
  if (/unknown_sku|ambiguous_sku/.test(failure.code))
    return { kind: "ask", text: phrase("ask_item", conversation.language), options: keysInHint(failure.hint).slice(0, 8) };
  const retry =
    (/uom|unit/.test(failure.code) && unitsInHint(failure.hint).length > 0) ||
    failure.code === "cutoff_missed" ||
    (/unknown_(?:place|location)/.test(failure.code) && booking.origin !== null && booking.destination !== null);
  return retry && !givenUp(tries) && failure.tries < 4 ? null : refuseWith(conversation, "book_shipment", failure);
}

/** Books transport: services first, then the booking on one of them. */
export function book(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome {
  const bookings = callsOf(conversation, tool.name);
  if (bookings.some(succeeded)) return { kind: "done" };
  const quoteTool = tools.find(
    (candidate) =>
      candidate.name !== tool.name &&
      rolesOf(candidate).has("from") &&
      rolesOf(candidate).has("to") &&
      !rolesOf(candidate).has("item") &&
      !rolesOf(candidate).has("shipment") &&
      !rolesOf(candidate).has("lines"),
  );
  const quotes = quoteTool ? callsOf(conversation, quoteTool.name) : [];
  const tries = [...quotes, ...bookings];
  const transfer = plannedOf(conversation, "transfer")[0];
  const booking = transfer ? fromTransfer(transfer) : fromWords(conversation, tries);
  const ended = failed(conversation, tries, booking);
  if (ended) return ended;
  const same = transfer ? null : existingShipment(conversation, tools, booking);
  if (same) return same;
  const hint = tries.map(failureOf).findLast((failure) => failure !== null && /uom|unit/.test(failure.code))?.hint ?? "";
  const missing = askMissing(conversation, booking, unitsInHint(hint));
  if (missing) return missing;
  const folded = fold(conversation.reading.own);
  const quote = quotes.findLast(succeeded);
  if (quoteTool && !quote) {
    const values: Values = {
      from: booking.origin,
      to: booking.destination,
      date: booking.deliverBy,
      mode: transportMode(folded) ?? undefined,
    };
    return call(quoteTool, fillArguments(quoteTool, values).args);
  }
  const banned = bookings
    .filter((step) => failureOf(step)?.code === "cutoff_missed")
    .map((step) => String(step.args.serviceId ?? step.args.service_id));
  const service = quote
    ? chooseService(quote, conversation, banned)
    : (conversation.reading.ids.find((id) => id.kind === "service")?.id ?? null);
  if (service !== null && typeof service !== "string") return service;
  const arrival = quote ? textOf(listOf(resultOf(quote).options).find((option) => option.id === service)?.eta) : null;
  const lots = transfer ? booking.lines : withLastingLots(conversation, booking.lines, booking.origin, arrival);
  const lines = parametersOf(tool).some((parameter) => parameter.role === "lines") ? strictItems(tool, "lines", lots) : undefined;
  const values: Values = {
    from: booking.origin,
    to: booking.destination,
    lines,
    service,
    transfer: booking.transfer,
    demand: booking.demand,
    party: booking.party,
    incoterm: conversation.reading.ids.find((id) => id.kind === "incoterm")?.id,
  };
  const { args, missing: open } = fillArguments(tool, values);
  return open.length > 0 ? { kind: "ask", text: phrase("ask_detail", conversation.language, { what: open.join(", ") }) } : call(tool, args);
}
