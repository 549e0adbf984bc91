import { fold, type NamedPlace } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { dayMeant } from "../mind/day-meant.ts";
import { goodsAsSaid } from "../mind/item-words.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, succeeded } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase, unitWord } from "../texts/phrases.ts";
import { itemOptions } from "./item-options.ts";
import { call, givenUp, type Outcome, refuseWith } from "./outcome.ts";
import { targetOf } from "./target.ts";
import { keysInHint, unitsInHint } from "./units-in-hint.ts";

const count = (made: ReturnType<typeof callsOf>, pattern: RegExp) =>
  made.filter((step) => pattern.test(failureOf(step)?.code ?? "")).length;

/** Our own place that the goods are for: where they go or are to be. */
function placeFor(conversation: Conversation): NamedPlace | null {
  const { to, at, from } = placesOf(conversation.reading, conversation.context);
  const known = [to, at].find((place) => place?.known && place !== from);
  return known ?? (at?.known && at !== from ? at : null);
}

/** Supplier as the user named it: a key, or a name that is no place. "The usual one" names none. */
function supplierNamed(conversation: Conversation, known: readonly string[]): string | null | "unclear" {
  const { reading } = conversation;
  const key = reading.ids.find((id) => id.kind === "party" && id.id.startsWith("SUP"))?.id;
  if (key !== undefined) return key;
  const name = reading.places.find((place) => !place.known && ["from", "at"].includes(place.role))?.name;
  if (name === undefined) return null;
  if (known.length === 0) return name;
  const letters = (text: string) => fold(text).replace(/[^a-z0-9]/g, "");
  const fitting = known.filter((id) => {
    const [own, wanted] = [letters(id.replace(/^[A-Z]+-/, "")), letters(name)];
    return wanted.startsWith(own) || own.startsWith(wanted);
  });
  return fitting.length === 1 ? (fitting[0] ?? "unclear") : "unclear";
}

/** Orders goods from a supplier: the usual one unless the user named another; asks for what was left out. */
export function reorder(conversation: Conversation, tool: OfferedTool): Outcome {
  const { language } = conversation;
  const { items, quantity } = targetOf(conversation);
  const mine = (args: object) => items.some((item) => JSON.stringify(args).includes(JSON.stringify(item)));
  const made = callsOf(conversation, tool.name).filter((step) => mine(step.args));
  if (made.some((step) => succeeded(step) || failureOf(step)?.code === "already_proposed")) return { kind: "done" };
  const failure = made.length > 0 ? failureOf(made.at(-1) as (typeof made)[number]) : null;
  const item = items[count(made, /unknown_(?:sku|item)/)];
  if (item === undefined) return { kind: "ask", text: phrase("ask_item", language) };
  if (failure && /ambiguous/.test(failure.code))
    return {
      kind: "ask",
      text: phrase("ask_item_choice", language, { text: goodsAsSaid(conversation.reading) ?? item }),
      options: itemOptions(failure.hint),
    };
  if (quantity === null) return { kind: "ask", text: phrase("ask_quantity", language, { item }) };
  const place = placeFor(conversation);
  if (!place) return { kind: "ask", text: phrase("ask_where", language) };
  const spelt = spellings(place)[count(made, /unknown_(?:location|place)/)];
  if (spelt === undefined)
    return { kind: "ask", text: phrase("ask_place", language, { text: place.text }), options: keysInHint(failure?.hint ?? "", "LOC-") };
  const known =
    failure && /supplier/.test(failure.code) ? keysInHint(failure.hint).filter((key) => key !== item && !key.startsWith("LOC-")) : [];
  const supplier = supplierNamed(conversation, known);
  if (failure && /supplier/.test(failure.code) && (supplier === null || supplier === "unclear" || count(made, /supplier/) > 1))
    return { kind: "ask", text: phrase("ask_supplier", language, { item }), options: known.slice(0, 12) };
  const units = failure && /uom|unit/.test(failure.code) ? unitsInHint(failure.hint) : [];
  const unit = units.length > 0 ? units.find((code) => quantity.units.includes(code)) : (quantity.units[0] ?? quantity.unitText ?? "PCE");
  const chosen = unit ?? (quantity.units.length === 0 && units.length === 1 ? units[0] : undefined);
  if (chosen === undefined)
    return {
      kind: "ask",
      text: phrase("ask_unit", language, { quantity: quantity.quantity, item }),
      options: units.map((code) => `${quantity.quantity} ${unitWord(code, language)}`),
    };
  if (failure && (!/unknown_|uom|unit|supplier/.test(failure.code) || givenUp(made))) return refuseWith(conversation, item, failure);
  const values = {
    item,
    place: spelt,
    quantity: quantity.quantity,
    unit: chosen,
    supplier: supplier ?? undefined,
    date: dayMeant(conversation),
  };
  return call(tool, fillArguments(tool, values).args);
}
