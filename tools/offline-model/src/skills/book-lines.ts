import { MEASURES } from "@quartermaster/language";
import { compare, decimal, parseDecimal } from "@quartermaster/shared/quantity";
import type { Conversation } from "../mind/conversation.ts";
import { wordsMean } from "../mind/goods-of-words.ts";
import { isMap, listOf, textOf } from "../mind/steps.ts";
import type { JsonMap } from "../protocol/chat-request.ts";
import { splitTargets, type Target, targetOf } from "./target.ts";

/** Stock rows that were handed over as facts. */
const stockFacts = (conversation: Conversation): JsonMap[] =>
  listOf(conversation.facts.records).flatMap((record) => (record.kind === "stock" && isMap(record.fields) ? [record.fields] : []));

/** Key of the goods: as said, or the only item whose name some record tells to fit the words. */
function keyOf(conversation: Conversation, target: Target): string | null {
  const said = conversation.reading.ids.some((id) => id.kind === "sku" || id.kind === "code");
  if (said) return target.items[0] ?? null;
  const skus = [...new Set(stockFacts(conversation).map((fields) => String(fields.sku)))];
  for (const words of target.items) {
    const fitting = skus.filter((sku) => wordsMean(conversation, words, sku));
    if (fitting.length === 1 && fitting[0] !== undefined) return fitting[0];
  }
  return target.items[0] ?? null;
}

/** Unit of an amount: the one said if the item has it; pieces or the item's own where none was said; null when it cannot be told. */
function unitOf(conversation: Conversation, sku: string, target: Target, known: readonly string[]): string | null {
  const said = target.quantity?.units ?? [];
  const base = textOf(stockFacts(conversation).find((fields) => fields.sku === sku)?.unit) ?? known[0] ?? null;
  if (said.length > 0) return known.length > 0 ? (known.find((code) => said.includes(code)) ?? null) : (said[0] ?? null);
  if (base === null) return "PCE";
  return MEASURES.has(base) ? null : base;
}

export interface BookLines {
  lines: JsonMap[];
  /** The goods whose unit is open, with the amount. */
  unclear: { item: string; quantity: string } | null;
}

/** Lines of a booking as the words tell them; `known` are the units that the last attempt was told. */
export function linesOfWords(conversation: Conversation, known: readonly string[]): BookLines {
  const lines: JsonMap[] = [];
  let unclear: BookLines["unclear"] = null;
  for (const part of splitTargets(conversation)) {
    const target = targetOf(part);
    const sku = keyOf(part, target);
    if (sku === null || !target.quantity) continue;
    const uom = unitOf(part, sku, target, known);
    if (uom === null) unclear ??= { item: sku, quantity: target.quantity.quantity };
    const lot = part.reading.ids.find((id) => id.kind === "lot")?.id;
    lines.push({ sku, quantity: target.quantity.quantity, uom: uom ?? "", ...(lot === undefined ? {} : { lot }) });
  }
  return { lines, unclear };
}

/**
 * The lot of a line, where the one that expires first would not outlast the voyage: the first that does and is enough. Nothing
 * where no stock at the origin was read, or where the first lot will do.
 */
export function withLastingLots(
  conversation: Conversation,
  lines: readonly JsonMap[],
  origin: string | null,
  arrival: string | null,
): JsonMap[] {
  if (arrival === null) return [...lines];
  return lines.map((line) => {
    if (line.lot !== undefined) return line;
    const rows = stockFacts(conversation)
      .filter((row) => row.sku === line.sku && row.status === "available" && typeof row.expiry === "string")
      .filter((row) => origin === null || !origin.startsWith("LOC-") || row.location === origin)
      .filter(
        (row) => row.unit !== line.uom || compare(parseDecimal(String(row.available)) ?? decimal("0"), decimal(String(line.quantity))) >= 0,
      )
      .sort((a, b) => String(a.expiry).localeCompare(String(b.expiry)));
    const places = new Set(rows.map((row) => row.location));
    const lasting = rows.filter((row) => String(row.expiry) > arrival.slice(0, 10));
    const skipped = places.size === 1 && lasting[0] !== undefined && lasting[0] !== rows[0];
    return skipped ? { ...line, lot: lasting[0]?.lot } : line;
  });
}
