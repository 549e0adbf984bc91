import { exactQuantity, type OutsideMapping } from "@quartermaster/executor";
import type { ChangeRow, JsonObject } from "@quartermaster/shared/contracts";
import { compare, decimal } from "@quartermaster/shared/quantity";

/** No item is kept with more decimals. */
const FINEST_SCALE = 6;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Id of a stock record at an outside system: `<sku>|<location>`, and `|<lot>` where there is one. */
export const outsideStockId = (sku: string, location: string, lot: string | null): string =>
  [sku, location, lot].filter((part) => part !== null && part !== "").join("|");

/** The row of what people saw that says how much was on hand. */
const onHandSeen = (before: readonly ChangeRow[], content: JsonObject): string | null =>
  before.find((row) => row.path === `${textOf(content.stock)}/onHand`)?.value ?? null;

/** Supply's effects at a warehouse or enterprise system. Reservations stay ours: only what moves or changes stock goes out. */
export const supplyOutside: OutsideMapping = {
  tools: ["transfer_stock", "adjust_stock", "set_stock_status", "create_reorder"],
  answeredLater: [],
  idsOf: (tool, newRecordId) =>
    tool === "transfer_stock"
      ? { transferId: newRecordId("TRF", "transfer") }
      : tool === "create_reorder"
        ? { purchaseOrderId: newRecordId("PO", "purchase order") }
        : {},
  selectorOf(_tool, content) {
    if (typeof content.stock !== "string") return null;
    const place = textOf(content.kind === "transfer" ? content.from : content.location);
    return { kind: "stock", id: outsideStockId(textOf(content.sku), place, typeof content.lot === "string" ? content.lot : null) };
  },
  differenceOf(record, before, content) {
    const seen = onHandSeen(before, content);
    if (seen === null) return null;
    const there = exactQuantity(record.fields.onHand, FINEST_SCALE, record.id);
    return compare(decimal(there), decimal(seen)) === 0 ? null : `${record.id}: ${there} on hand there, ${seen} here`;
  },
};
