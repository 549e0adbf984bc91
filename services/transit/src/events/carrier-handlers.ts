import { type EventContext, type EventEffect, type EventHandler, type EventPlan, UnknownReference } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import type { Shipment } from "../domain/shipment.ts";
import { answeredBooking, BOOKING_TOOLS } from "./answered-booking.ts";
import { CarrierAnswer, shipmentIdOf } from "./carrier-answer.ts";
import { appendEvent, lockShipment, writeShipment } from "./shipment-rows.ts";

/** The answer as the receipts that wait for it hear of it. */
const newsOf = (
  tools: readonly string[],
  shipment: Shipment,
  confirmed: boolean,
  effectKey: string | null,
  context: EventContext,
): NonNullable<EventEffect["outcomes"]> => [
  {
    tools,
    output: "shipmentId",
    value: shipment.id,
    outcome: confirmed ? "confirmed" : "rejected",
    effectKey,
    detail: context.reason,
  },
];

async function planBooking(what: CarrierAnswer, confirmed: boolean, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(await shipmentIdOf(what, context), context);
  const { attempts: answered, effectKey, whole } = await answeredBooking(what, shipment, context);
  const attempts = answered.filter((attempt) => attempt.state !== "failed");
  if (attempts.length === 0 || (!confirmed && !["booked", "picking", "packed"].includes(shipment.state)))
    throw new AppError("illegal_transition", {
      detail: `the booking of ${shipment.id} is ${attempts[0]?.state ?? "failed"}, the shipment ${shipment.state}`,
    });
  // Our reference of the first booking is the shipment itself: without it there is no transport at all.
  const ends = !confirmed && shipment.state === "booked" && attempts.some((attempt) => attempt.our_reference === shipment.id);
  const state = confirmed ? "confirmed" : "failed";
  return {
    entities: [shipment.id, ...attempts.map((attempt) => attempt.id)],
    async apply() {
      const change = ends ? { state: "cancelled" } : confirmed ? {} : { exception: "booking_rejected" };
      const records = [await writeShipment(shipment, change, context)];
      for (const { id } of attempts) {
        const { rows } = await context.tx.query<{ version: number }>(
          "update booking_attempts set state = $2, answered_at = $3, version = version + 1 where id = $1 returning version",
          [id, state, context.at],
        );
        records.push({ record: id, version: rows[0]?.version ?? 0 });
      }
      const step = confirmed ? "booking_confirmed" : "booking_rejected";
      await appendEvent(shipment.id, { step, disposition: state, legSeq: null }, context);
      // One leg that is refused ends the effect; it is confirmed once all of its legs are.
      const told = !confirmed || whole;
      return { records, undo: null, outcomes: told ? newsOf(BOOKING_TOOLS, shipment, confirmed, effectKey, context) : [] };
    },
  };
}

const OFFLOAD_TOOLS = ["cancel_shipment"];

/** A reference that is none of ours for this shipment answers nothing that we asked. @throws AppError unknown_record */
async function refuseForeign(reference: string, shipment: Shipment, { tx }: EventContext): Promise<void> {
  const text = "select 1 from booking_attempts where shipment = $1 and our_reference = $2";
  if (reference === shipment.id || (await tx.query(text, [shipment.id, reference])).rowCount === 1) return;
  throw new UnknownReference(reference, `nothing about ${shipment.id} was sent under ${reference}`);
}

/** The cancellation that is answered, while it waits; null when none does. @throws AppError conflict | event_too_early | unknown_record */
async function answeredCancellation(what: CarrierAnswer, shipment: Shipment, context: EventContext): Promise<string | null> {
  const waiting = await context.waitingFor(OFFLOAD_TOOLS, "shipmentId", shipment.id);
  const sent = what.ourReference === undefined ? null : await context.sentUnder(what.ourReference);
  if (sent) {
    if (waiting.some((effect) => effect.effectKey === sent.effectKey)) return sent.effectKey;
    throw new AppError("illegal_transition", {
      detail: `no cancellation of ${shipment.id} under ${what.ourReference} waits for an answer`,
    });
  }
  if (what.ourReference !== undefined) await refuseForeign(what.ourReference, shipment, context);
  await context.refuseWhileSending(OFFLOAD_TOOLS, shipment.id, true);
  if (waiting.length > 1)
    throw new AppError("conflict", { detail: `${waiting.length} cancellations of ${shipment.id} wait for an answer; name ourReference` });
  return waiting[0]?.effectKey ?? null;
}

async function planOffloading(what: CarrierAnswer, confirmed: boolean, context: EventContext): Promise<EventPlan> {
  const shipment = await lockShipment(await shipmentIdOf(what, context), context);
  const effectKey = await answeredCancellation(what, shipment, context);
  const loaded = shipment.state === "loaded" && shipment.cancelRequestedAt !== null;
  // What was not loaded yet is cancelled here at once; the carrier's word about it comes later and moves nothing any more.
  if (!loaded && !(shipment.state === "cancelled" && effectKey !== null))
    throw new AppError("illegal_transition", { detail: `nobody asked for ${shipment.id} (${shipment.state}) to be taken off` });
  return {
    entities: [shipment.id],
    async apply() {
      const change = loaded ? { ...(confirmed ? { state: "cancelled" } : {}), cancel_requested_at: null } : {};
      const records = [await writeShipment(shipment, change, context)];
      const step = confirmed ? "offloading_confirmed" : "offloading_refused";
      const disposition = confirmed || !loaded ? "inactive" : "loaded";
      await appendEvent(shipment.id, { step, disposition, legSeq: null }, context);
      return { records, undo: null, outcomes: newsOf(OFFLOAD_TOOLS, shipment, confirmed, effectKey, context) };
    },
  };
}

const answer = (
  bizStep: string,
  plan: (what: CarrierAnswer, context: EventContext) => Promise<EventPlan>,
): EventHandler<CarrierAnswer> => ({
  bizStep,
  sources: ["carrier"],
  what: CarrierAnswer,
  plan,
});

/** What a carrier says to what we asked. */
export const CARRIER_HANDLERS: readonly EventHandler<CarrierAnswer>[] = [
  answer("booking_confirmed", (what, context) => planBooking(what, true, context)),
  answer("booking_rejected", (what, context) => planBooking(what, false, context)),
  answer("offloading_confirmed", (what, context) => planOffloading(what, true, context)),
  answer("offloading_refused", (what, context) => planOffloading(what, false, context)),
];
