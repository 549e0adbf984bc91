import type { EventContext, EventHandler, EventPlan } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { Shipment } from "../domain/shipment.ts";
import { appendEvent, lockShipment, writeShipment } from "./shipment-rows.ts";

const Answer = z
  .strictObject({ shipmentId: z.string().min(1).max(60).optional(), ourReference: z.string().min(1).max(120).optional() })
  .refine((what) => what.shipmentId !== undefined || what.ourReference !== undefined, "name the shipment or our reference");
type Answer = z.infer<typeof Answer>;

interface Attempt {
  id: string;
  shipment: string;
  our_reference: string;
  state: string;
}

const ATTEMPT = "select id, shipment, our_reference, state from booking_attempts";

/** The shipment that the carrier answers about. @throws AppError unknown_record | event_too_early */
async function shipmentIdOf(what: Answer, context: EventContext): Promise<string> {
  if (what.shipmentId !== undefined) return what.shipmentId;
  const reference = what.ourReference ?? "";
  const { rows } = await context.tx.query<{ shipment: string }>(`${ATTEMPT} where our_reference = $1`, [reference]);
  const id = rows[0]?.shipment ?? (await context.outputsOf(reference))?.shipmentId;
  if (id !== undefined) return id;
  throw new AppError("unknown_record", { detail: `nothing was sent to a carrier under ${reference}` });
}

/** The attempt that is answered, locked: the one that is named, or the newest. */
async function lockAttempt(what: Answer, shipment: Shipment, context: EventContext): Promise<Attempt> {
  const { rows } = await context.tx.query<Attempt & Record<string, unknown>>(
    `${ATTEMPT} where shipment = $1 order by (our_reference = $2) desc, at desc, id desc limit 1 for update`,
    [shipment.id, what.ourReference ?? ""],
  );
  if (!rows[0]) throw new AppError("illegal_transition", { detail: `no booking of ${shipment.id} waits for an answer` });
  return rows[0];
}

const BOOKING_TOOLS = ["book_shipment", "reschedule_leg", "reroute_shipment"];

async function planBooking(what: Answer, confirmed: boolean, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(await shipmentIdOf(what, context), context);
  const attempt = await lockAttempt(what, shipment, context);
  if (attempt.state === "failed" || (!confirmed && !["booked", "picking", "packed"].includes(shipment.state)))
    throw new AppError("illegal_transition", {
      detail: `the booking of ${shipment.id} is ${attempt.state}, the shipment ${shipment.state}`,
    });
  // Our reference of the first booking is the shipment itself: without it there is no transport at all.
  const ends = !confirmed && attempt.our_reference === shipment.id && shipment.state === "booked";
  const state = confirmed ? "confirmed" : "failed";
  return {
    entities: [shipment.id, attempt.id],
    async apply() {
      const { rows } = await context.tx.query<{ version: number }>(
        "update booking_attempts set state = $2, version = version + 1 where id = $1 returning version",
        [attempt.id, state],
      );
      const change = ends ? { state: "cancelled" } : confirmed ? {} : { exception: "booking_rejected" };
      const records = [await writeShipment(shipment, change, context), { record: attempt.id, version: rows[0]?.version ?? 0 }];
      await appendEvent(
        shipment.id,
        { step: confirmed ? "booking_confirmed" : "booking_rejected", disposition: state, legSeq: null },
        context,
      );
      return {
        records,
        undo: null,
        outcomes: [
          {
            tools: BOOKING_TOOLS,
            output: "shipmentId",
            value: shipment.id,
            outcome: confirmed ? "confirmed" : "rejected",
            detail: context.reason,
          },
        ],
      };
    },
  };
}

async function planOffloading(what: Answer, confirmed: boolean, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(await shipmentIdOf(what, context), context);
  if (shipment.state !== "loaded" || !shipment.cancelRequestedAt)
    throw new AppError("illegal_transition", { detail: `nobody asked for ${shipment.id} (${shipment.state}) to be taken off` });
  return {
    entities: [shipment.id],
    async apply() {
      const change = { ...(confirmed ? { state: "cancelled" } : {}), cancel_requested_at: null };
      const records = [await writeShipment(shipment, change, context)];
      const step = confirmed ? "offloading_confirmed" : "offloading_refused";
      await appendEvent(shipment.id, { step, disposition: confirmed ? "inactive" : "loaded", legSeq: null }, context);
      return {
        records,
        undo: null,
        outcomes: [
          {
            tools: ["cancel_shipment"],
            output: "shipmentId",
            value: shipment.id,
            outcome: confirmed ? "confirmed" : "rejected",
            detail: context.reason,
          },
        ],
      };
    },
  };
}

const answer = (bizStep: string, plan: (what: Answer, context: EventContext) => Promise<EventPlan>): EventHandler<Answer> => ({
  bizStep,
  sources: ["carrier"],
  what: Answer,
  plan,
});

/** What a carrier says to what we asked. */
export const CARRIER_HANDLERS: readonly EventHandler<Answer>[] = [
  answer("booking_confirmed", (what, context) => planBooking(what, true, context)),
  answer("booking_rejected", (what, context) => planBooking(what, false, context)),
  answer("offloading_confirmed", (what, context) => planOffloading(what, true, context)),
  answer("offloading_refused", (what, context) => planOffloading(what, false, context)),
];
