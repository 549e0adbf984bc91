import type { EventContext, EventEffect, EventHandler, EventPlan } from "@quartermaster/events";
import { Decimal } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { compare, decimal, subtract } from "@quartermaster/shared/quantity";
import { z } from "zod";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import type { Item } from "../domain/item.ts";
import type { Reservation } from "../domain/stock.ts";
import { issueTransfer } from "../domain/transfer-flow.ts";
import { exact, toBase } from "../domain/units.ts";
import { requireItem } from "./require-item.ts";
import { lockHeldSerials, lockSerials, moveSerials } from "./serials.ts";
import { causeOf, lockRows, type Posting, postStock, refuseWhileCounting, type Written } from "./stock-postings.ts";
import { lockTransfer, writeTransfer } from "./transfer-rows.ts";

const Id = z.string().min(1).max(80);
const Serials = z.array(Id).max(1_000);

const What = z
  .strictObject({
    transferId: Id.optional(),
    reservationId: Id.optional(),
    /** Everything that is set aside for a demand, e.g. a shipment. */
    demandRef: Id.optional(),
    /** Part of a reservation; all of it when left out. */
    quantity: Decimal.optional(),
    uom: z.string().min(1).max(20).optional(),
    serials: Serials.optional(),
  })
  .refine(
    (what) => [what.transferId, what.reservationId, what.demandRef].filter((id) => id !== undefined).length === 1,
    "name exactly one of transferId, reservationId and demandRef",
  )
  .refine((what) => what.quantity === undefined || what.reservationId !== undefined, "a part is issued of one reservation");
type What = z.infer<typeof What>;

interface Consumption {
  reservation: Reservation;
  base: string;
  rest: string;
}

async function writeConsumption({ reservation, rest }: Consumption, { tx }: EventContext): Promise<Written> {
  const state = decimal(rest).numerator === 0n ? "consumed" : "active";
  const { rows } = await tx.query<{ version: number }>(
    "update reservations set quantity = $2, state = $3, version = version + 1 where id = $1 returning version",
    [reservation.id, rest, state],
  );
  return { record: reservation.id, version: rows[0]?.version ?? 0 };
}

const postingOf = ({ reservation, base }: Consumption): Posting => ({
  stock: reservation.stock,
  onHand: `-${base}`,
  reserved: `-${base}`,
});

async function planTransfer(transferId: string, what: What, context: EventContext): Promise<EventPlan> {
  const transfer = await lockTransfer(transferId, context);
  const issued = issueTransfer(transfer.flow);
  if (!issued.ok) throw new AppError(issued.code, { detail: `${transferId} ${issued.detail}` });
  await refuseWhileCounting(context.tx, transfer.fromLocation, [transfer.sku]);
  const reads = createPostgresSupplyReads(context.tx, true);
  const reservation = await reads.reservation(transfer.reservation);
  if (reservation?.state !== "active" || compare(decimal(reservation.quantity), decimal(transfer.flow.quantity)) < 0)
    throw new AppError("illegal_transition", { detail: `the units of ${transferId} are not set aside any more` });
  const item = await requireItem(transfer.sku, context);
  await lockRows(context.tx, [reservation.stock]);
  const serials = await lockSerials(context.tx, item, what.serials ?? transfer.serials, {
    quantity: transfer.flow.quantity,
    from: ["in_stock", "reserved"],
    stock: reservation.stock,
    heldFor: transferId,
  });
  const stayed = (await lockHeldSerials(context.tx, transferId)).filter((number) => !serials.includes(number));
  const rest = exact(subtract(decimal(reservation.quantity), decimal(transfer.flow.quantity)));
  const consumption: Consumption = { reservation, base: transfer.flow.quantity, rest };
  return {
    entities: [transferId, reservation.id, reservation.stock, ...serials, ...stayed],
    async apply(): Promise<EventEffect> {
      const records = [
        await writeTransfer(transferId, issued.flow, context),
        await writeConsumption(consumption, context),
        ...(await postStock([postingOf(consumption)], causeOf(context))),
      ];
      await moveSerials(context.tx, serials, { state: "in_transit", stock: null, heldFor: transferId });
      // Others were taken from the shelf than those that were set aside.
      await moveSerials(context.tx, stayed, { state: "in_stock", stock: null, heldFor: null });
      // Goods that left come back by a receipt or a return, never by un-saying that they left.
      return { records, undo: null };
    },
  };
}

async function reservationsOf(what: What, context: EventContext): Promise<Reservation[]> {
  const reads = createPostgresSupplyReads(context.tx, true);
  const ids =
    what.reservationId === undefined
      ? (await reads.reservationsFor(what.demandRef ?? "")).map((reservation) => reservation.id).sort()
      : [what.reservationId];
  const found: Reservation[] = [];
  for (const id of ids) {
    const reservation = await reads.reservation(id);
    if (reservation) found.push(reservation);
  }
  const named = what.reservationId ?? what.demandRef;
  if (found.length === 0) throw new AppError("unknown_record", { detail: `nothing is set aside under ${named}` });
  const ended = found.find((reservation) => reservation.state !== "active");
  if (ended) throw new AppError("illegal_transition", { detail: `${ended.id} is ${ended.state}` });
  return found;
}

function consumptionOf(reservation: Reservation, what: What, item: Item): Consumption {
  if (what.quantity === undefined) return { reservation, base: reservation.quantity, rest: "0" };
  const base = toBase(item, what.quantity, what.uom ?? item.baseUom);
  if (!base.ok)
    throw new AppError("invalid_request", { detail: base.detail, errors: [{ path: `/what/${base.path}`, message: base.detail }] });
  const rest = subtract(decimal(reservation.quantity), decimal(base.base));
  if (rest.numerator < 0n)
    throw new AppError("quantity_mismatch", { detail: `${reservation.id} holds ${reservation.quantity}, ${base.base} cannot leave` });
  return { reservation, base: base.base, rest: exact(rest) };
}

async function planReservations(what: What, context: EventContext): Promise<EventPlan> {
  const reservations = await reservationsOf(what, context);
  const consumptions: Consumption[] = [];
  const serials: string[] = [];
  for (const reservation of reservations) {
    const owner = await context.tx.query("select id from transfers where reservation = $1", [reservation.id]);
    if (owner.rows[0])
      throw new AppError("illegal_transition", { detail: `${reservation.id} belongs to ${owner.rows[0].id}: issue the transfer` });
    await refuseWhileCounting(context.tx, reservation.location, [reservation.sku]);
    const item = await requireItem(reservation.sku, context);
    const consumption = consumptionOf(reservation, what, item);
    consumptions.push(consumption);
    if (item.tracking === "serial") {
      const expected = { quantity: consumption.base, from: ["in_stock", "reserved"] as const, stock: reservation.stock };
      serials.push(...(await lockSerials(context.tx, item, what.serials ?? [], expected)));
    }
  }
  const rows = consumptions.map(({ reservation }) => reservation.stock);
  await lockRows(context.tx, rows);
  return {
    entities: [...reservations.map((reservation) => reservation.id), ...rows, ...serials],
    async apply(): Promise<EventEffect> {
      const records: Written[] = [];
      for (const consumption of consumptions) records.push(await writeConsumption(consumption, context));
      records.push(...(await postStock(consumptions.map(postingOf), causeOf(context))));
      await moveSerials(context.tx, serials, { state: "gone", stock: null, heldFor: null });
      return { records, undo: null };
    },
  };
}

/** Goods issue: what was set aside leaves. A transfer goes in transit; a customer's goods are gone. */
export const goodsIssueHandler: EventHandler<What> = {
  bizStep: "goods_issue",
  sources: ["warehouse"],
  what: What,
  plan: (what, context) => (what.transferId === undefined ? planReservations(what, context) : planTransfer(what.transferId, what, context)),
};
