import { add, decimal, formatDecimal, parseDecimal, subtract } from "@quartermaster/shared/quantity";
import { amountChange } from "../mind/amount-change.ts";
import type { Conversation } from "../mind/conversation.ts";
import { wordsMean } from "../mind/goods-of-words.ts";
import { goodsBehind } from "../mind/item-words.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { failureOf, listOf, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase, unitWord } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { proposalState, readShipment } from "./read-records.ts";
import { strictItems } from "./strict-items.ts";
import { splitTargets } from "./target.ts";
import { unitsInHint } from "./units-in-hint.ts";

const lineText = (line: JsonMap) =>
  `${textOf(line.sku) ?? ""}${textOf(line.lot) === null ? "" : ` ${textOf(line.lot)}`} (${textOf(line.quantity) ?? ""} ${textOf(line.uom) ?? ""})`;

/** The line that is meant: by key or lot, by the words behind the amount, or the only one. */
function chooseLine(conversation: Conversation, shipment: JsonMap): JsonMap | Outcome {
  const { language, reading } = conversation;
  const lines = listOf(shipment.lines);
  const keys = reading.ids.filter((id) => id.kind === "sku" || id.kind === "code" || id.kind === "lot").map((id) => id.id);
  const amount = reading.quantities[0];
  const words = amount ? goodsBehind(reading, amount.end) : null;
  const named = lines.filter((line) => keys.includes(String(line.lot).toUpperCase()) || keys.includes(String(line.sku)));
  const byLot = named.filter((line) => keys.includes(String(line.lot).toUpperCase()));
  const fitting =
    keys.length > 0
      ? byLot.length > 0
        ? byLot
        : named
      : words === null
        ? lines
        : lines.filter((line) => wordsMean(conversation, words, String(line.sku)));
  const [only, another] = fitting;
  if (only && !another) return only;
  const shown = (fitting.length > 0 ? fitting : lines).map(lineText);
  return { kind: "ask", text: phrase("ask_line", language, { shipment: textOf(shipment.id) ?? "" }), options: shown };
}

const isOutcome = (value: JsonMap | Outcome): value is Outcome => typeof value.kind === "string" && !("sku" in value);

/** The whole new quantity of a line in a unit that the words or the line tell; null when it cannot be told. */
function newQuantity(conversation: Conversation, line: JsonMap): { quantity: string; uom: string } | null {
  const now = parseDecimal(textOf(line.quantity) ?? "");
  const said = (units: readonly string[]) => units.length === 0 || units.includes(String(line.uom));
  const change = amountChange(
    conversation.reading,
    (quantity) => said(quantity.units) && [line.quantity, line.baseQuantity].map(String).includes(quantity.quantity),
  );
  if (change === null) return null;
  const { quantity } = change;
  const uom = quantity.units.includes(String(line.uom)) ? String(line.uom) : (quantity.units[0] ?? String(line.uom));
  // What is so already cannot be the change: another amount was meant and not understood.
  if (change.kind === "to")
    return said(quantity.units) && quantity.quantity === String(line.quantity) ? null : { quantity: quantity.quantity, uom };
  const inBase = quantity.units.includes(String(line.baseUom));
  const base = said(quantity.units) ? now : inBase ? parseDecimal(textOf(line.baseQuantity) ?? "") : null;
  if (base === null) return null;
  const after = change.sign === 1 ? add(base, decimal(quantity.quantity)) : subtract(base, decimal(quantity.quantity));
  const written = formatDecimal(after);
  return written === null || after.numerator <= 0n ? null : { quantity: written, uom: said(quantity.units) ? String(line.uom) : uom };
}

/** The unit to try after the one before was none of the item's. */
function otherUnit(conversation: Conversation, line: JsonMap, hint: string, asked: { quantity: string; uom: string }): Outcome | string {
  const said = conversation.reading.quantities.find((quantity) => quantity.quantity === asked.quantity)?.units ?? [];
  const known = unitsInHint(hint);
  const fitting = known.find((code) => said.includes(code) && code !== asked.uom);
  if (fitting !== undefined) return fitting;
  const { language } = conversation;
  return {
    kind: "ask",
    text: phrase("ask_unit", language, { quantity: asked.quantity, item: textOf(line.sku) ?? "" }),
    options: known.map((code) => `${asked.quantity} ${unitWord(code, language)}`),
  };
}

/**
 * A word that two of the item's units may go by ("cartons"), beside an amount that the line does not have in its own unit: which of them
 * is meant would only be guessed, and one may be many times the other.
 */
function unclearUnit(conversation: Conversation, line: JsonMap, wanted: { quantity: string; uom: string }): Outcome | null {
  const { language, reading } = conversation;
  const units = reading.quantities.find(({ quantity }) => quantity === wanted.quantity)?.units ?? [];
  if (units.length < 2 || units.includes(String(line.uom)) || reading.quantities.length < 2) return null;
  return {
    kind: "ask",
    text: phrase("ask_unit", language, { quantity: wanted.quantity, item: textOf(line.sku) ?? "" }),
    options: units.map((code) => `${wanted.quantity} ${code}`),
  };
}

/** Sets the quantity of lines of an existing shipment: reads it, works out the whole new quantity, proposes. */
export function changeLines(
  conversation: Conversation,
  tool: OfferedTool,
  tools: readonly OfferedTool[],
  shipment: string | null,
): Outcome {
  const { language } = conversation;
  const found = readShipment(conversation, tools, shipment);
  if ("outcome" in found) return found.outcome;
  const id = String(found.record.id);
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  const changes: JsonMap[] = [];
  for (const part of splitTargets(conversation)) {
    const line = chooseLine(part, found.record);
    if (isOutcome(line)) return line;
    const wanted = newQuantity(part, line);
    if (wanted === null) return { kind: "ask", text: phrase("ask_new_quantity", language, { item: lineText(line), shipment: id }) };
    const unclear = failure ? null : unclearUnit(part, line, wanted);
    if (unclear) return unclear;
    const unit = failure && /uom|unit/.test(failure.code) ? otherUnit(part, line, failure.hint, wanted) : wanted.uom;
    if (typeof unit !== "string") return unit;
    const lot = textOf(line.lot) ?? namedIds(part, "lot")[0];
    changes.push({ sku: line.sku, ...(lot === undefined ? {} : { lot }), quantity: wanted.quantity, uom: unit });
  }
  if (failure && !/uom|unit/.test(failure.code)) return refuseWith(conversation, id, failure);
  return call(tool, fillArguments(tool, { shipment: id, changes: strictItems(tool, "changes", changes) }).args);
}
