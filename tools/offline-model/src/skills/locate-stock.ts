import type { Conversation, Step } from "../mind/conversation.ts";
import { goodsAsSaid, itemCandidates } from "../mind/item-words.ts";
import { fillArguments, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { itemOptions } from "./item-options.ts";
import { call, type Outcome } from "./outcome.ts";
import { keysInHint } from "./units-in-hint.ts";

/** Tool that lists balances. */
export const stockFinder = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find((tool) => rolesOf(tool).has("place") && rolesOf(tool).has("belowSafety"));

/** What the goods may be looked up by, best first: a key may be that of an item or of a lot. */
function queriesOf({ reading, context }: Conversation): Values[] {
  const lots = reading.ids.filter((id) => id.kind === "lot").map((id) => id.id);
  const items = reading.ids.filter((id) => id.kind === "sku").map((id) => id.id);
  const codes = reading.ids.filter((id) => id.kind === "code").map((id) => id.id);
  const [lot] = lots;
  if (lot !== undefined) return items.length > 0 ? items.map((item) => ({ item, lot })) : [{ lot }];
  if (items.length > 0 && codes.length > 0) return [...codes.map((code) => ({ item: items[0], lot: code })), { item: items[0] }];
  if (items.length > 0) return items.flatMap((item) => [{ item }, { lot: item }]);
  const words = itemCandidates({ ...reading, ids: reading.ids.filter((id) => id.kind !== "code") }, context);
  return [...codes.flatMap((code) => [{ lot: code }, { item: code }]), ...(codes.length > 0 ? [] : words.map((item) => ({ item })))];
}

/** The spelling of the named place that the tool knows, as far as tried. */
function placeFor(conversation: Conversation, calls: readonly Step[]): { place: string | undefined } | Outcome {
  const place = placesOf(conversation.reading, conversation.context).at;
  if (!place) return { place: undefined };
  const failed = calls.filter((step) => /unknown_(?:location|place)/.test(failureOf(step)?.code ?? ""));
  const next = spellings(place)[new Set(failed.map((step) => JSON.stringify(step.args.location))).size];
  if (next !== undefined) return { place: next };
  const hint = failureOf(failed.at(-1) as Step)?.hint ?? "";
  return { kind: "ask", text: phrase("ask_place", conversation.language, { text: place.text }), options: keysInHint(hint, "LOC-") };
}

/** Finds the stock that a sentence is about: by lot, key or words, at the place it names. Asks when nothing fits. */
export function locateStock(conversation: Conversation, tools: readonly OfferedTool[]): { rows: JsonMap[] } | { outcome: Outcome } {
  const { language } = conversation;
  const find = stockFinder(tools);
  const queries = queriesOf(conversation);
  if (!find || queries.length === 0) return { outcome: { kind: "ask", text: phrase("ask_item", language) } };
  const calls = callsOf(conversation, find.name);
  const where = placeFor(conversation, calls);
  if ("kind" in where) return { outcome: where };
  for (const query of queries.slice(0, 5)) {
    const { args } = fillArguments(find, { ...query, place: where.place });
    const made = calls.find((step) => JSON.stringify(step.args) === JSON.stringify(args));
    if (!made) return { outcome: call(find, args) };
    const failure = failureOf(made);
    if (failure && /ambiguous/.test(failure.code)) {
      const said = goodsAsSaid(conversation.reading) ?? String(query.item ?? "");
      return { outcome: { kind: "ask", text: phrase("ask_item_choice", language, { text: said }), options: itemOptions(failure.hint) } };
    }
    const rows = succeeded(made) ? listOf(resultOf(made).rows) : [];
    if (rows.length > 0) return { rows };
  }
  const named = conversation.reading.ids.find((id) => ["sku", "lot", "code"].includes(id.kind));
  return {
    outcome: named
      ? { kind: "say", text: phrase("not_found", language, { text: named.id }) }
      : { kind: "ask", text: phrase("ask_item", language) },
  };
}

const rowText = (row: JsonMap) => [textOf(row.sku), textOf(row.lot), textOf(row.location)].filter((part) => part !== null).join(" ");

/** The one row that is meant, or a question that lists what the rows differ in. */
export function chooseRow(conversation: Conversation, rows: readonly JsonMap[]): JsonMap | { outcome: Outcome } {
  const [only, another] = rows;
  if (only && !another) return only;
  const { language } = conversation;
  const options = rows.slice(0, 8).map((row) => ({
    label: `${rowText(row)} (${textOf(row.onHand) ?? ""} ${textOf(row.unit) ?? ""}, ${textOf(row.status) ?? ""})`,
    text:
      textOf(row.lot) === null
        ? rowText(row)
        : phrase("lot_at", language, { lot: textOf(row.lot) ?? "", place: textOf(row.location) ?? "" }),
  }));
  return { outcome: { kind: "ask", text: phrase("ask_stock_row", language), options } };
}
