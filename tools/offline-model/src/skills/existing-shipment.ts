import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { wordsMean } from "../mind/goods-of-words.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { callsOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome } from "./outcome.ts";
import { shipmentFinder } from "./read-records.ts";

const OPEN = new Set(["draft", "booked", "picking", "packed"]);
const ANOTHER =
  /\b(?:another|new|second|separate|additional|weitere\w*|neue\w*|zusatzliche\w*|une autre|nouvelle|supplementaire|otr[oa]|nuev[oa]|nog een|nieuwe|extra)\b/;

const goodsText = (shipment: JsonMap): string =>
  listOf(shipment.lines)
    .map((line) => `${textOf(line.quantity) ?? ""} ${textOf(line.uom) ?? ""} ${textOf(line.sku) ?? ""}`)
    .join(", ");

const carries = (conversation: Conversation, shipment: JsonMap, lines: readonly JsonMap[]): boolean =>
  lines.every((wanted) =>
    listOf(shipment.lines).some(
      (line) =>
        wordsMean(conversation, String(wanted.sku), String(line.sku)) &&
        [line.quantity, line.baseQuantity].map(String).includes(String(wanted.quantity)),
    ),
  );

/**
 * Before transport for a customer is booked: an open shipment that carries the same goods to the same customer is the one that is
 * meant. Null when there is none, or when the words ask for another one.
 */
export function existingShipment(
  conversation: Conversation,
  tools: readonly OfferedTool[],
  booking: { party: string | null; lines: readonly JsonMap[] },
): Outcome | null {
  const find = shipmentFinder(tools);
  const { language, reading } = conversation;
  if (!find || booking.party === null || booking.lines.length === 0 || ANOTHER.test(fold(reading.own))) return null;
  const reads = callsOf(conversation, find.name);
  const key = textOf(booking.lines[0]?.sku);
  const sku = key !== null && /^[A-Z0-9]+(?:-[A-Z0-9]+)+$/.test(key) ? key : undefined;
  if (reads.length === 0) return call(find, fillArguments(find, { item: sku }).args);
  const shipment = reads
    .filter(succeeded)
    .flatMap((step) => listOf(resultOf(step).shipments))
    .find((one) => one.consignee === booking.party && OPEN.has(String(one.state)) && carries(conversation, one, booking.lines));
  if (!shipment) return null;
  const holds = listOf(shipment.holds).filter((hold) => hold.state === "active");
  const values = {
    shipment: textOf(shipment.id) ?? "",
    state: textOf(shipment.state) ?? "",
    goods: goodsText(shipment),
    party: booking.party,
    list: holds.map((hold) => `${textOf(hold.id) ?? ""} (${textOf(hold.type) ?? ""})`).join(", "),
  };
  return holds.length > 0
    ? { kind: "refuse", code: "hold_active", detail: phrase("existing_held", language, values) }
    : { kind: "ask", text: phrase("existing_open", language, values) };
}

/** Goods that are on board, or bound for a shipment, cannot be moved elsewhere: says so when the words want to move goods "of SHP-…". */
export function boundGoods(conversation: Conversation, shipments: readonly JsonMap[]): Outcome | null {
  const { language, reading } = conversation;
  if (!reading.actions.kinds.includes("transfer_stock")) return null;
  const folded = fold(reading.own);
  for (const shipment of shipments) {
    const id = textOf(shipment.id) ?? "";
    const at = reading.ids.find((named) => named.id === id)?.start ?? -1;
    if (
      at < 0 ||
      !/\b(?:of|from|on|von|der|aus|auf|de|du|des|sur|del|en|van|uit|op)\s*(?:the |shipment |sendung |expedition |envio |zending |l'|la |el )*$/.test(
        folded.slice(0, at),
      )
    )
      continue;
    const state = textOf(shipment.state) ?? "";
    const loaded = ["loaded", "departed"].includes(state);
    const values = { shipment: id, state, goods: goodsText(shipment), etd: textOf(shipment.etd) ?? "" };
    if (loaded) return { kind: "refuse", code: "already_loaded", detail: phrase("units_on_board", language, values) };
    if (OPEN.has(state)) return { kind: "ask", text: phrase("units_bound", language, values) };
  }
  return null;
}
