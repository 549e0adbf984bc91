import type { EventContext, EventEffect, EventHandler, EventPlan } from "@quartermaster/events";
import { Decimal, type JsonObject } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { decimal } from "@quartermaster/shared/quantity";
import { z } from "zod";
import type { Item } from "../domain/item.ts";
import { settleTransfer, unsettleTransfer } from "../domain/transfer-flow.ts";
import { baseOf, requireItem } from "./require-item.ts";
import { lockSerials, moveSerials } from "./serials.ts";
import { causeOf, type Goods, insertRow, lockRowFor, lockRows, postStock, type Written } from "./stock-postings.ts";
import { type FlowingTransfer, lockTransfer, writeTransfer } from "./transfer-rows.ts";

const Id = z.string().min(1).max(80);
const Serials = z.array(Id).max(1_000);

const What = z
  .strictObject({
    transferId: Id,
    received: Decimal.optional(),
    /** Refused at the door: it is there, in quarantine, and people decide. */
    rejected: Decimal.optional(),
    uom: z.string().min(1).max(20).optional(),
    serials: Serials.optional(),
    rejectedSerials: Serials.optional(),
  })
  .refine((what) => what.received !== undefined || what.rejected !== undefined, "say what was received or rejected");
type What = z.infer<typeof What>;

/** One lot of arriving goods and the row that takes it in. */
interface Arrival {
  goods: Goods;
  row: { id: string; exists: boolean };
  base: string;
  serials: string[];
}

/** Expiry of the lot, from the row that it came from. */
async function expiryOf(transfer: FlowingTransfer, { tx }: EventContext): Promise<string | null> {
  const { rows } = await tx.query<{ expiry: string | null }>(
    "select s.expiry from reservations r join stock s on s.tenant = r.tenant and s.id = r.stock where r.id = $1",
    [transfer.reservation],
  );
  return rows[0]?.expiry ?? null;
}

async function arrivalOf(
  transfer: FlowingTransfer,
  part: { status: Goods["status"]; base: string; serials: readonly string[] },
  item: Item,
  context: EventContext,
): Promise<Arrival> {
  const expiry = await expiryOf(transfer, context);
  const goods: Goods = { sku: transfer.sku, location: transfer.toLocation, lot: transfer.lot, expiry, status: part.status };
  const expected = { quantity: part.base, from: ["in_transit"] as const, heldFor: transfer.id };
  const serials = await lockSerials(context.tx, item, part.serials, expected);
  return { goods, row: await lockRowFor(goods, context), base: part.base, serials };
}

async function takeIn(arrivals: readonly Arrival[], context: EventContext): Promise<Written[]> {
  for (const { row, goods } of arrivals) if (!row.exists) await insertRow(row.id, goods, context);
  const postings = arrivals.map(({ row, base }) => ({ stock: row.id, onHand: base, reserved: "0" }));
  const records = await postStock(postings, causeOf(context));
  for (const { row, serials } of arrivals) await moveSerials(context.tx, serials, { state: "in_stock", stock: row.id, heldFor: null });
  return records;
}

async function plan(what: What, context: EventContext): Promise<EventPlan> {
  const transfer = await lockTransfer(what.transferId, context);
  const item = await requireItem(transfer.sku, context);
  const received = baseOf(item, what.received, what.uom, "received");
  const rejected = baseOf(item, what.rejected, what.uom, "rejected");
  const settled = settleTransfer(transfer.flow, { received, rejected });
  if (!settled.ok) throw new AppError(settled.code, { detail: `${transfer.id} ${settled.detail}` });
  const parts = [
    { status: "available" as const, base: received, serials: what.serials ?? [] },
    { status: "quarantine" as const, base: rejected, serials: what.rejectedSerials ?? [] },
  ].filter(({ base }) => decimal(base).numerator > 0n);
  if (parts.length === 0) throw new AppError("quantity_mismatch", { detail: "nothing was received or rejected" });
  const arrivals: Arrival[] = [];
  for (const part of parts) arrivals.push(await arrivalOf(transfer, part, item, context));
  return {
    // A row that is made now counts as written by its update, too.
    entities: [transfer.id, ...arrivals.map(({ row }) => row.id), ...arrivals.flatMap(({ serials }) => serials)],
    async apply(): Promise<EventEffect> {
      const records = [await writeTransfer(transfer.id, settled.flow, context), ...(await takeIn(arrivals, context))];
      const undo: JsonObject = {
        transferId: transfer.id,
        received,
        rejected,
        arrivals: arrivals.map(({ row, base, serials }) => ({ stock: row.id, base, serials })),
      };
      return { records, undo };
    },
  };
}

const Undo = z.object({
  transferId: z.string(),
  received: z.string(),
  rejected: z.string(),
  arrivals: z.array(z.object({ stock: z.string(), base: z.string(), serials: z.array(z.string()) })),
});

/** The goods count as in transit again, as long as nobody has taken or set aside any of them since. */
async function revert(given: JsonObject, context: EventContext): Promise<EventPlan> {
  const undo = Undo.parse(given);
  const transfer = await lockTransfer(undo.transferId, context);
  const back = unsettleTransfer(transfer.flow, undo);
  if (!back.ok) throw new AppError(back.code, { detail: `${transfer.id} ${back.detail}` });
  const item = await requireItem(transfer.sku, context);
  const rows = undo.arrivals.map(({ stock }) => stock);
  await lockRows(context.tx, rows);
  for (const { stock, base, serials } of undo.arrivals) {
    const { rows: free } = await context.tx.query("select 1 from stock where id = $1 and on_hand - reserved >= $2::numeric", [stock, base]);
    if (free.length === 0)
      throw new AppError("event_not_correctable", { detail: `some of the ${base} on ${stock} were taken or set aside since` });
    await lockSerials(context.tx, item, serials, { quantity: base, from: ["in_stock"], stock });
  }
  const serials = undo.arrivals.flatMap((arrival) => arrival.serials);
  return {
    entities: [transfer.id, ...rows, ...serials],
    async apply(): Promise<EventEffect> {
      const postings = undo.arrivals.map(({ stock, base }) => ({ stock, onHand: `-${base}`, reserved: "0" }));
      const records = [await writeTransfer(transfer.id, back.flow, context), ...(await postStock(postings, causeOf(context)))];
      await moveSerials(context.tx, serials, { state: "in_transit", stock: null, heldFor: transfer.id });
      return { records, undo: null };
    },
  };
}

/** Goods receipt of a transfer: only now the goods are at their new place. */
export const goodsReceiptHandler: EventHandler<What> = { bizStep: "goods_receipt", sources: ["warehouse"], what: What, plan, revert };

const Lost = z.strictObject({ transferId: Id, quantity: Decimal, uom: z.string().min(1).max(20).optional(), serials: Serials.optional() });

/** Goods in transit that will not arrive. */
export const goodsLostHandler: EventHandler<z.infer<typeof Lost>> = {
  bizStep: "goods_lost",
  sources: ["warehouse", "carrier"],
  what: Lost,
  async plan(what, context) {
    const transfer = await lockTransfer(what.transferId, context);
    const item = await requireItem(transfer.sku, context);
    const lost = baseOf(item, what.quantity, what.uom, "quantity");
    const settled = settleTransfer(transfer.flow, { lost });
    if (!settled.ok) throw new AppError(settled.code, { detail: `${transfer.id} ${settled.detail}` });
    const expected = { quantity: lost, from: ["in_transit"] as const, heldFor: transfer.id };
    const serials = await lockSerials(context.tx, item, what.serials ?? [], expected);
    return {
      entities: [transfer.id, ...serials],
      async apply() {
        const records = [await writeTransfer(transfer.id, settled.flow, context)];
        await moveSerials(context.tx, serials, { state: "gone", stock: null, heldFor: null });
        return { records, undo: null };
      },
    };
  },
};
