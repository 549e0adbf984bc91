import type { EventContext, EventHandler, EventPlan } from "@quartermaster/events";
import { InstantWithOffset } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { finalEta } from "../domain/shipment.ts";
import { appendEvent, lockShipment, writeLeg, writeShipment } from "./shipment-rows.ts";

const ShipmentId = z.string().min(1).max(60);

const Estimate = z
  .strictObject({
    shipmentId: ShipmentId,
    legSeq: z.number().int().min(1).max(99),
    etd: InstantWithOffset.optional(),
    eta: InstantWithOffset.optional(),
  })
  .refine((what) => what.etd !== undefined || what.eta !== undefined, "give a new etd or eta");

async function planEstimate(what: z.infer<typeof Estimate>, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(what.shipmentId, context);
  const leg = shipment.legs.find((candidate) => candidate.seq === what.legSeq);
  if (!leg) throw new AppError("unknown_record", { detail: `${shipment.id} has no leg ${what.legSeq}` });
  if (leg.ata !== null || shipment.state === "cancelled" || (what.etd !== undefined && leg.atd !== null))
    throw new AppError("illegal_transition", { detail: `leg ${leg.seq} of ${shipment.id} has happened: its estimate cannot change` });
  if (Date.parse(what.eta ?? leg.eta) <= Date.parse(leg.atd ?? what.etd ?? leg.etd))
    throw new AppError("event_time_invalid", { detail: `leg ${leg.seq} cannot arrive before it leaves` });
  const first = shipment.originalEta ?? finalEta(shipment);
  return {
    entities: [shipment.id, `${shipment.id}/leg-${leg.seq}`],
    async apply() {
      const change = {
        ...(first === null ? {} : { original_eta: first }),
        ...(context.reason === null ? {} : { delay_reason: context.reason }),
      };
      const times = { ...(what.etd === undefined ? {} : { etd: what.etd }), ...(what.eta === undefined ? {} : { eta: what.eta }) };
      const records = [await writeShipment(shipment, change, context), await writeLeg(shipment.id, leg.seq, times, context)];
      await appendEvent(shipment.id, { step: "eta_changed", disposition: "in_progress", legSeq: leg.seq }, context);
      return { records, undo: null };
    },
  };
}

const GoodsIssue = z.strictObject({ shipmentId: ShipmentId });
const ISSUED = new Set(["loaded", "departed", "arrived", "delivered"]);

async function planGoodsIssue({ shipmentId }: z.infer<typeof GoodsIssue>, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(shipmentId, context);
  if (!ISSUED.has(shipment.state) || shipment.goodsIssuePosted)
    throw new AppError("illegal_transition", {
      detail: `${shipmentId} is ${shipment.state}${shipment.goodsIssuePosted ? " and its goods issue is posted" : ""}`,
    });
  return {
    entities: [shipmentId],
    async apply() {
      const records = [await writeShipment(shipment, { goods_issue_posted: true }, context)];
      await appendEvent(shipmentId, { step: "goods_issue_posted", disposition: shipment.state, legSeq: null }, context);
      return { records, undo: null };
    },
  };
}

const Trouble = z.strictObject({ shipmentId: ShipmentId, kind: z.enum(["damage", "loss", "refused", "other"]) });

async function planTrouble({ shipmentId, kind }: z.infer<typeof Trouble>, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(shipmentId, context);
  return {
    entities: [shipmentId],
    async apply() {
      const change = { exception: kind, ...(context.reason === null ? {} : { delay_reason: context.reason }) };
      const records = [await writeShipment(shipment, change, context)];
      await appendEvent(shipmentId, { step: "exception", disposition: kind, legSeq: null }, context);
      return { records, undo: null };
    },
  };
}

const Message = z.strictObject({ carrier: ShipmentId, shipmentId: ShipmentId.optional(), message: z.string().min(1).max(2_000) });

async function planMessage(what: z.infer<typeof Message>, context: EventContext): Promise<EventPlan> {
  const { tx, tenant, at } = context;
  if ((await tx.query("select 1 from carriers where id = $1", [what.carrier])).rowCount === 0)
    throw new AppError("unknown_record", { detail: `there is no carrier ${what.carrier}` });
  if (what.shipmentId !== undefined) await lockShipment(what.shipmentId, context);
  return {
    entities: [],
    async apply() {
      const id = context.newRecordId("MSG", "message");
      await tx.query("insert into carrier_messages (tenant, id, carrier, shipment, received_at, message) values ($1, $2, $3, $4, $5, $6)", [
        tenant,
        id,
        what.carrier,
        what.shipmentId ?? null,
        at,
        what.message,
      ]);
      return { records: [{ record: id, version: 1 }], undo: null };
    },
  };
}

const estimate: EventHandler<z.infer<typeof Estimate>> = {
  bizStep: "eta_changed",
  sources: ["carrier"],
  what: Estimate,
  plan: planEstimate,
};
const goodsIssue: EventHandler<z.infer<typeof GoodsIssue>> = {
  bizStep: "goods_issue_posted",
  sources: ["warehouse"],
  what: GoodsIssue,
  plan: planGoodsIssue,
};
const trouble: EventHandler<z.infer<typeof Trouble>> = {
  bizStep: "exception",
  sources: ["carrier", "warehouse"],
  what: Trouble,
  plan: planTrouble,
};
const message: EventHandler<z.infer<typeof Message>> = {
  bizStep: "carrier_message",
  sources: ["carrier"],
  what: Message,
  plan: planMessage,
};

/** News of a shipment that do not move it. */
export const NOTICE_HANDLERS = [estimate, goodsIssue, trouble, message] as const;
