import { fold } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { fillArguments, parametersOf, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, givenUp, lastFailure, type Outcome, refuseWith } from "./outcome.ts";
import { type Planned, plannedOf } from "./planned.ts";
import { splitTargets, targetOf } from "./target.ts";
import { keysInHint, unitsInHint } from "./units-in-hint.ts";

const MODES: [string, RegExp][] = [
  [
    "sea",
    /\b(?:by sea|by ship|by vessel|per (?:see|schiff)\w*|seefracht|par mer|par bateau|maritime|por mar|por barco|maritimo|per (?:zee|boot|schip)\w*|sailing)\b/,
  ],
  [
    "air",
    /\b(?:by air|by plane|air ?freight|fly|per (?:luft|flug)\w*|luftfracht|par avion|aerien|por avion|por via aerea|aereo|per vliegtuig|luchtvracht)\b/,
  ],
  [
    "road",
    /\b(?:by (?:road|truck|lorry)|truck|per lkw|lkw|strasse|strase|par (?:route|camion)|por (?:carretera|camion)|per (?:vrachtwagen|truck)|over de weg)\b/,
  ],
  ["rail", /\b(?:by (?:rail|train)|per (?:bahn|zug)|par (?:rail|train)|por (?:tren|ferrocarril)|per (?:trein|spoor))\b/],
];

interface Booking {
  origin: string | null;
  destination: string | null;
  lines: JsonMap[];
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
    transfer: planned.ref,
    deliverBy: textOf(fields.neededBy),
    party: null,
    demand: null,
  };
}

function fromWords(conversation: Conversation, tries: readonly Step[]): Booking {
  const { reading, context } = conversation;
  const places = placesOf(reading, context);
  const failedOn = (path: RegExp) =>
    tries.filter((step) => /unknown_(?:place|location)/.test(failureOf(step)?.code ?? "") && path.test(failureOf(step)?.path ?? "")).length;
  const hint = tries.map(failureOf).findLast((failure) => failure !== null && /uom|unit/.test(failure.code))?.hint;
  const known = hint ? unitsInHint(hint) : [];
  const lines = splitTargets(conversation)
    .map(targetOf)
    .flatMap((target): JsonMap[] => {
      const said = target.quantity?.units ?? [];
      const unit = known.length > 0 ? (known.find((code) => said.includes(code)) ?? known[0]) : (said[0] ?? "PCE");
      return target.items[0] !== undefined && target.quantity
        ? [{ sku: target.items[0], quantity: target.quantity.quantity, uom: unit }]
        : [];
    });
  const party = reading.ids.find((id) => id.kind === "party")?.id ?? places.receiver?.text ?? null;
  return {
    origin: places.from ? (spellings(places.from)[failedOn(/origin|from/i)] ?? null) : null,
    destination: places.to ? (spellings(places.to)[failedOn(/destination|to/i)] ?? null) : null,
    lines,
    transfer: reading.ids.find((id) => id.kind === "transfer")?.id ?? null,
    deliverBy: reading.dates.at(-1)?.date ?? null,
    party,
    demand: reading.ids.find((id) => id.kind === "demand")?.id ?? null,
  };
}

/** The earliest service that can still be booked, takes the goods and arrives in time. */
function chooseService(quote: Step, conversation: Conversation, banned: readonly string[]): string | null {
  const named = conversation.reading.ids.find((id) => id.kind === "service")?.id;
  const options = listOf(resultOf(quote).options);
  if (named && options.some((option) => option.id === named)) return named;
  const good = options.filter(
    (option) =>
      option.bookable !== false && option.acceptsGoods !== false && option.meetsDeliverBy !== false && !banned.includes(String(option.id)),
  );
  const byArrival = good.sort((a, b) => String(a.eta).localeCompare(String(b.eta)) || String(a.id).localeCompare(String(b.id)));
  return textOf(byArrival[0]?.id);
}

function noService(conversation: Conversation, quote: Step): Outcome {
  const result = resultOf(quote);
  const reasons = [
    ...new Set(
      listOf(result.options).flatMap((option) =>
        Array.isArray(option.reasons) ? option.reasons.filter((reason) => typeof reason === "string") : [],
      ),
    ),
  ];
  const values = {
    from: textOf(result.from) ?? "",
    to: textOf(result.to) ?? "",
    reason: reasons.length > 0 ? ` (${reasons.slice(0, 4).join("; ")})` : "",
  };
  return { kind: "refuse", code: "no_service", detail: phrase("no_service", conversation.language, values) };
}

function askMissing(conversation: Conversation, booking: Booking): Outcome | null {
  const { language } = conversation;
  const item = textOf(booking.lines[0]?.sku) ?? targetOf(conversation).items[0] ?? "…";
  if (booking.lines.length === 0)
    return targetOf(conversation).items[0]
      ? { kind: "ask", text: phrase("ask_quantity", language, { item }) }
      : { kind: "ask", text: phrase("ask_item", language) };
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
  const missing = askMissing(conversation, booking);
  if (missing) return missing;
  const folded = fold(conversation.reading.own);
  const quote = quotes.findLast(succeeded);
  if (quoteTool && !quote) {
    const values: Values = {
      from: booking.origin,
      to: booking.destination,
      date: booking.deliverBy,
      mode: MODES.find(([, pattern]) => pattern.test(folded))?.[0],
    };
    return call(quoteTool, fillArguments(quoteTool, values).args);
  }
  const banned = bookings
    .filter((step) => failureOf(step)?.code === "cutoff_missed")
    .map((step) => String(step.args.serviceId ?? step.args.service_id));
  const service = quote
    ? chooseService(quote, conversation, banned)
    : (conversation.reading.ids.find((id) => id.kind === "service")?.id ?? null);
  if (service === null && quote) return noService(conversation, quote);
  const lines = parametersOf(tool).some((parameter) => parameter.role === "lines") ? strictLines(tool, booking.lines) : undefined;
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

/** Lines with the members that the schema wants, absent ones as null. */
function strictLines(tool: OfferedTool, lines: readonly JsonMap[]): JsonMap[] {
  const parameter = parametersOf(tool).find((candidate) => candidate.role === "lines");
  const array = parameter?.schema.anyOf ? (parameter.schema.anyOf as JsonMap[]).find((part) => part.type === "array") : parameter?.schema;
  const item = array?.items as JsonMap | undefined;
  const wanted = Array.isArray(item?.required) ? (item.required as string[]) : [];
  return lines.map((line) => ({ ...Object.fromEntries(wanted.map((name) => [name, null])), ...line }));
}
