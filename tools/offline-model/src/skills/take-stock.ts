import { MEASURES } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { neededBy } from "../mind/departure-meant.ts";
import { goodsAsSaid } from "../mind/item-words.ts";
import { fillArguments, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { type Places, placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, type Failure, failureOf, isMap, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import { untilMeant } from "../mind/until-meant.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase, unitWord } from "../texts/phrases.ts";
import { itemOptions } from "./item-options.ts";
import { call, givenUp, type Outcome, refuseWith } from "./outcome.ts";
import { refill } from "./refill.ts";
import type { Target } from "./target.ts";
import { keysInHint, unitsInHint } from "./units-in-hint.ts";

/** What is known of the taking so far; corrected by what failed. */
interface Taking {
  moves: boolean;
  item: string;
  unit: string;
  from: string | null;
  to: string | null;
}

const attempt = (choices: readonly string[], failed: number): string | null => choices[failed] ?? null;

const failedOn = (steps: readonly Step[], codes: RegExp, path?: RegExp): number =>
  steps.filter((step) => {
    const failure = failureOf(step);
    return failure !== null && codes.test(failure.code) && (path === undefined || path.test(failure.path));
  }).length;

/** The unit to try: the one said, else pieces; once the item's units are known, the one that fits or null when several do. */
function unitFor(target: Target, known: readonly string[]): string | null {
  const said = target.quantity?.units ?? [];
  if (known.length === 0) return said[0] ?? target.quantity?.unitText ?? "PCE";
  const fitting = known.filter((code) => said.includes(code));
  if (said.length > 0) return fitting[0] ?? null;
  const base = known[0] ?? null;
  return known.length === 1 || (base !== null && !MEASURES.has(base)) ? base : null;
}

function askUnit(conversation: Conversation, target: Target, item: string, units: readonly string[]): Outcome {
  const { language } = conversation;
  const quantity = target.quantity?.quantity ?? "";
  return {
    kind: "ask",
    text: phrase("ask_unit", language, { quantity, item }),
    options: units.map((code) => `${quantity} ${unitWord(code, language)}`),
  };
}

/** What a failed read or proposal means for the user, or null when another try is worth it. */
function endOf(conversation: Conversation, target: Target, taking: Taking, failure: Failure, tries: readonly Step[]): Outcome | null {
  const { language } = conversation;
  if (/ambiguous/.test(failure.code))
    return {
      kind: "ask",
      text: phrase("ask_item_choice", language, { text: goodsAsSaid(conversation.reading) ?? taking.item }),
      options: itemOptions(failure.hint),
    };
  if (/unknown_(?:sku|item)/.test(failure.code)) {
    if (failedOn(tries, /unknown_(?:sku|item)/) < target.items.length) return null;
    const known = conversation.reading.ids.some((id) => id.kind === "sku");
    return known
      ? { kind: "say", text: phrase("not_found", language, { text: target.items[0] ?? "" }) }
      : { kind: "ask", text: phrase("ask_item", language) };
  }
  if (/unknown_(?:location|place)/.test(failure.code)) {
    const places = placesOf(conversation.reading, conversation.context);
    const place = /^to/i.test(failure.path) ? (places.to ?? places.receiver) : sourceOf(places, taking.moves);
    if (place && failedOn(tries, /unknown_(?:location|place)/) < spellings(place).length) return null;
    return {
      kind: "ask",
      text: phrase("ask_place", language, { text: place?.text ?? failure.path }),
      options: keysInHint(failure.hint, "LOC-"),
    };
  }
  if (failure.code === "same_location") return { kind: "ask", text: phrase("ask_source", language, { item: taking.item }) };
  if (/uom|unit/.test(failure.code)) {
    const units = unitsInHint(failure.hint);
    if (failure.path === "quantity" || units.length === 0) return refuseWith(conversation, taking.item, failure);
    return unitFor(target, units) === null || failedOn(tries, /uom|unit/) > 1 ? askUnit(conversation, target, taking.item, units) : null;
  }
  return refuseWith(conversation, taking.item, failure);
}

/** Where the goods are: a move needs it said, a reservation takes the only place named. */
const sourceOf = (places: Places, moves: boolean) => (moves ? places.from : (places.at ?? places.from));

function stateOf(conversation: Conversation, target: Target, tries: readonly Step[], moves: boolean): Taking {
  const places = placesOf(conversation.reading, conversation.context);
  const unitFailure = tries.map(failureOf).findLast((failure) => failure !== null && /uom|unit/.test(failure.code));
  const known = unitFailure ? unitsInHint(unitFailure.hint) : [];
  const placeFailures = (path: RegExp) => failedOn(tries, /unknown_(?:location|place)/, path);
  const from = sourceOf(places, moves);
  const to = places.to ?? places.receiver;
  return {
    moves,
    item: attempt(target.items, failedOn(tries, /unknown_(?:sku|item)/)) ?? target.items[0] ?? "",
    unit: unitFor(target, known) ?? "PCE",
    from: from ? attempt(spellings(from), placeFailures(/from|^location|^place/i)) : null,
    to: to ? attempt(spellings(to), placeFailures(/^to/i)) : null,
  };
}

/** A place that alone has enough, or a question that lists what each has. */
function chooseSource(conversation: Conversation, checked: Step, taking: Taking, moves: boolean): Outcome | string {
  const result = resultOf(checked);
  const places = listOf(result.places);
  const enough = (Array.isArray(result.enoughNowAt) ? result.enoughNowAt : []).filter(
    (place): place is string => typeof place === "string" && !(moves && place === taking.to),
  );
  if (enough.length === 1 && enough[0] !== undefined) return enough[0];
  const options = places.map((place) => {
    const where = textOf(place.location) ?? "";
    return {
      label: `${where} (${textOf(place.available)} ${textOf(place.unit) ?? ""})`,
      text: phrase("option_from", conversation.language, { place: where }),
    };
  });
  return { kind: "ask", text: phrase("ask_source", conversation.language, { item: textOf(result.sku) ?? taking.item }), options };
}

/** Reads before it proposes: whether the units can be had, then the proposal with the record's own keys. */
function proposeAfter(
  conversation: Conversation,
  tool: OfferedTool,
  target: Target,
  checked: Step | null,
  tries: readonly Step[],
): Outcome {
  const { language, reading } = conversation;
  const roles = rolesOf(tool);
  const taking = stateOf(conversation, target, tries, roles.has("to"));
  const result = checked ? resultOf(checked) : {};
  const wanted = isMap(result.wanted) ? result.wanted : {};
  const place = listOf(result.places);
  const item = textOf(result.sku) ?? taking.item;
  let from = place.length === 1 ? (textOf(place[0]?.location) ?? taking.from) : taking.from;
  if (from === null && checked) {
    const chosen = chooseSource(conversation, checked, taking, roles.has("to"));
    if (typeof chosen !== "string") return chosen;
    from = chosen;
  }
  if (from === null) return { kind: "ask", text: phrase("ask_source", language, { item }) };
  const demand =
    reading.ids.find((id) => id.kind === "demand") ?? reading.ids.find((id) => id.kind === "shipment" || id.kind === "purchase_order");
  if (roles.has("demand") && !demand) return { kind: "ask", text: phrase("ask_demand", language) };
  const values: Values = {
    item,
    quantity: target.quantity?.quantity,
    unit: textOf(wanted.uom) ?? taking.unit,
    from,
    place: from,
    to: taking.to,
    date: neededBy(conversation),
    demand: demand?.id,
    until: untilMeant(conversation),
    lot: reading.ids.find((id) => id.kind === "lot")?.id,
  };
  const { args, missing } = fillArguments(tool, values);
  return missing.length > 0 ? { kind: "ask", text: phrase("ask_detail", language, { what: missing.join(", ") }) } : call(tool, args);
}

/** Sets goods aside or moves them: asks for what the user left out, checks, proposes. */
export function takeStock(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], target: Target): Outcome {
  const { language, reading } = conversation;
  const moves = rolesOf(tool).has("to");
  if (target.items.length === 0) return refill(conversation, tools) ?? { kind: "ask", text: phrase("ask_item", language) };
  if (target.quantity === null)
    return refill(conversation, tools) ?? { kind: "ask", text: phrase("ask_quantity", language, { item: target.items[0] ?? "" }) };
  const check = tools.find(
    (candidate) =>
      candidate.name !== tool.name &&
      ["item", "quantity", "date"].every((role) => rolesOf(candidate).has(role as never)) &&
      !rolesOf(candidate).has("country"),
  );
  const mine = (step: Step) =>
    target.items.some((item) => JSON.stringify(step.args).includes(JSON.stringify(item))) || step.args.sku === undefined;
  // The same goods may be asked for twice, in other places or for other demands.
  const place = sourceOf(placesOf(reading, conversation.context), moves);
  const named = place ? spellings(place) : [];
  const amount = target.quantity.quantity;
  const sameAmount = (step: Step) => typeof step.args.quantity !== "string" || step.args.quantity === amount;
  const samePlace = (step: Step) => named.length === 0 || typeof step.args.location !== "string" || named.includes(step.args.location);
  const demands = reading.ids.filter((id) => id.kind === "demand").map((id) => id.id);
  const sameDemand = (step: Step) =>
    demands.length === 0 || typeof step.args.demandRef !== "string" || demands.includes(step.args.demandRef);
  const checks = check ? callsOf(conversation, check.name).filter((step) => mine(step) && sameAmount(step) && samePlace(step)) : [];
  const key = textOf(resultOf(checks.findLast(succeeded) ?? { name: "", args: {}, output: null }).sku);
  const proposals = callsOf(conversation, tool.name).filter(
    (step) => (mine(step) || (key !== null && JSON.stringify(step.args).includes(key))) && sameAmount(step) && sameDemand(step),
  );
  if (proposals.some((step) => succeeded(step) || failureOf(step)?.code === "already_proposed")) return { kind: "done" };
  const tries = [...checks, ...proposals];
  const taking = stateOf(conversation, target, tries, moves);
  const last = tries.at(-1);
  const failure = last ? failureOf(last) : null;
  if (failure) {
    const end = endOf(conversation, target, taking, failure, tries);
    if (end) return end;
    if (givenUp(tries)) return refuseWith(conversation, taking.item, failure);
  }
  const checked = checks.findLast(succeeded) ?? null;
  if (check && !checked) {
    const values: Values = {
      item: taking.item,
      quantity: target.quantity.quantity,
      unit: taking.unit,
      place: taking.from,
      date: neededBy(conversation) ?? conversation.now.slice(0, 10),
    };
    return call(check, fillArguments(check, values).args);
  }
  if (moves && taking.to === null) return { kind: "ask", text: phrase("ask_destination", language, { item: taking.item }) };
  return proposeAfter(conversation, tool, target, checked, tries);
}
