import type { EventContext, EventEffect, EventHandler, EventPlan } from "@quartermaster/events";
import { Decimal, type JsonObject } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { add, decimal } from "@quartermaster/shared/quantity";
import { z } from "zod";
import type { Item } from "../domain/item.ts";
import { receiveOrder, unreceiveOrder } from "../domain/order-receipt.ts";
import { exact } from "../domain/units.ts";
import { lockArrivingSerials, takeInSerials, withdrawSerials } from "./arriving-serials.ts";
import { lockOrder, writeOrder } from "./order-rows.ts";
import { baseOf, requireItem } from "./require-item.ts";
import { lockSerials } from "./serials.ts";
import { causeOf, type Goods, insertRow, lockRowFor, lockRows, postStock } from "./stock-postings.ts";

const Id = z.string().min(1).max(80);

const Line = z.strictObject({
  sku: Id,
  quantity: Decimal,
  uom: z.string().min(1).max(20).optional(),
  lot: Id.optional(),
  expiry: z.iso.date().optional(),
  serials: z.array(Id).max(1_000).optional(),
  /** quarantine: it is there, but people have to look at it first. */
  status: z.enum(["available", "quarantine"]).default("available"),
});
const What = z.strictObject({ purchaseOrderId: Id, lines: z.array(Line).min(1).max(50) });
type What = z.infer<typeof What>;

interface Arrival {
  goods: Goods;
  row: { id: string; exists: boolean };
  base: string;
  serials: string[];
  /** Those of them whose earlier arrival was declared an error. */
  known: string[];
}

const refuse = (path: string, message: string): never => {
  throw new AppError("invalid_request", { detail: message, errors: [{ path: `/what/${path}`, message }] });
};

/** What an item's tracking demands of a line: its lot, the lot's expiry, its serial numbers. */
function checkTracking(line: What["lines"][number], item: Item, base: string, path: string): void {
  if (item.tracking === "lot" && line.lot === undefined) refuse(`${path}/lot`, `${item.sku} is kept by lot`);
  if (item.tracking !== "lot" && line.lot !== undefined) refuse(`${path}/lot`, `${item.sku} is not kept by lot`);
  if (item.minRemainingLifeDays > 0 && line.expiry === undefined) refuse(`${path}/expiry`, `lots of ${item.sku} expire`);
  const numbers = new Set(line.serials ?? []).size;
  if (item.tracking === "serial" && decimal(base).numerator !== BigInt(numbers) * decimal(base).denominator)
    refuse(`${path}/serials`, `${base} ${item.sku} arrive, ${numbers} serial numbers are named`);
  if (item.tracking !== "serial" && numbers > 0) refuse(`${path}/serials`, `${item.sku} has no serial numbers`);
}

async function arrivalsOf(what: What, location: string, items: ReadonlyMap<string, Item>, context: EventContext): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (const [index, line] of what.lines.entries()) {
    const item = items.get(line.sku) ?? (await requireItem(line.sku, context));
    const base = baseOf(item, line.quantity, line.uom, `lines/${index}/quantity`);
    if (decimal(base).numerator <= 0n) refuse(`lines/${index}/quantity`, "the quantity must be above zero");
    checkTracking(line, item, base, `lines/${index}`);
    const serials = [...new Set(line.serials ?? [])];
    const twice = serials.find((number) => arrivals.some((other) => other.serials.includes(number)));
    if (twice !== undefined) refuse(`lines/${index}/serials`, `${twice} is named on two lines`);
    const known = serials.length === 0 ? [] : await lockArrivingSerials(context.tx, line.sku, serials);
    const goods: Goods = { sku: line.sku, location, lot: line.lot ?? null, expiry: line.expiry ?? null, status: line.status };
    const same = arrivals.find(
      (other) => other.goods.sku === goods.sku && other.goods.lot === goods.lot && other.goods.status === goods.status,
    );
    arrivals.push({ goods, row: same ? { id: same.row.id, exists: true } : await lockRowFor(goods, context), base, serials, known });
  }
  return arrivals;
}

const bySku = (arrivals: readonly { sku: string; base: string }[]): Record<string, string> => {
  const sums: Record<string, string> = {};
  for (const { sku, base } of arrivals) sums[sku] = exact(add(decimal(sums[sku] ?? "0"), decimal(base)));
  return sums;
};

async function itemsOf(skus: readonly string[], context: EventContext): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (const sku of [...new Set(skus)].sort()) items.set(sku, await requireItem(sku, context));
  return items;
}

async function plan(what: What, context: EventContext): Promise<EventPlan> {
  const order = await lockOrder(what.purchaseOrderId, context);
  const items = await itemsOf(
    [...order.lines, ...what.lines].map((line) => line.sku),
    context,
  );
  const arrivals = await arrivalsOf(what, order.location, items, context);
  const arrived = bySku(arrivals.map(({ goods, base }) => ({ sku: goods.sku, base })));
  const ordered = order.lines.map((line) => items.get(line.sku)).filter((item) => item !== undefined);
  const received = receiveOrder(order, ordered, arrived);
  if (!received.ok) throw new AppError(received.code, { detail: received.detail });
  return {
    entities: [order.id, ...arrivals.flatMap(({ row, known }) => [row.id, ...known])],
    async apply(): Promise<EventEffect> {
      const records = [await writeOrder(order.id, received, context)];
      for (const { row, goods } of arrivals) if (!row.exists) await insertRow(row.id, goods, context);
      const postings = arrivals.map(({ row, base }) => ({ stock: row.id, onHand: base, reserved: "0" }));
      records.push(...(await postStock(postings, causeOf(context))));
      for (const { row, goods, serials, known } of arrivals)
        await takeInSerials(context.tx, context.tenant, { sku: goods.sku, stock: row.id }, serials, known);
      const undo: JsonObject = {
        purchaseOrderId: order.id,
        arrivals: arrivals.map(({ goods, row, base, serials }) => ({ sku: goods.sku, stock: row.id, base, serials })),
      };
      return { records, undo };
    },
  };
}

const Undo = z.object({
  purchaseOrderId: z.string(),
  arrivals: z.array(z.object({ sku: z.string(), stock: z.string(), base: z.string(), serials: z.array(z.string()) })),
});

/** The goods were never there, as long as nobody has taken or set aside any of them since. */
async function revert(given: JsonObject, context: EventContext): Promise<EventPlan> {
  const undo = Undo.parse(given);
  const order = await lockOrder(undo.purchaseOrderId, context);
  const items = await itemsOf([...order.lines.map((line) => line.sku), ...undo.arrivals.map(({ sku }) => sku)], context);
  const back = unreceiveOrder(
    order,
    order.lines.map((line) => items.get(line.sku)).filter((item) => item !== undefined),
    bySku(undo.arrivals),
  );
  if (!back.ok) throw new AppError(back.code, { detail: back.detail });
  const rows = undo.arrivals.map(({ stock }) => stock);
  await lockRows(context.tx, rows);
  for (const { sku, stock, base, serials } of undo.arrivals) {
    const { rows: free } = await context.tx.query("select 1 from stock where id = $1 and on_hand - reserved >= $2::numeric", [stock, base]);
    if (free.length === 0)
      throw new AppError("event_not_correctable", { detail: `some of the ${base} on ${stock} were taken or set aside since` });
    const item = items.get(sku);
    if (item) await lockSerials(context.tx, item, serials, { quantity: base, from: ["in_stock"], stock });
  }
  const serials = undo.arrivals.flatMap((arrival) => arrival.serials);
  return {
    entities: [order.id, ...rows, ...serials],
    async apply(): Promise<EventEffect> {
      const postings = undo.arrivals.map(({ stock, base }) => ({ stock, onHand: `-${base}`, reserved: "0" }));
      const records = [await writeOrder(order.id, back, context), ...(await postStock(postings, causeOf(context)))];
      await withdrawSerials(context.tx, serials, context.eventId);
      return { records, undo: null };
    },
  };
}

/** Receipt of a purchase order, in parts and within its tolerance. */
export const purchaseReceiptHandler: EventHandler<What> = {
  bizStep: "purchase_receipt",
  sources: ["warehouse"],
  what: What as z.ZodType<What>,
  plan,
  revert,
};
