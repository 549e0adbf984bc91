import { type EventContext, type SentEffect, UnknownReference } from "@quartermaster/events";
import { recordId } from "@quartermaster/executor";
import { AppError } from "@quartermaster/shared/errors";
import { attemptName, FIRST_ATTEMPT } from "../domain/booking-attempt.ts";
import type { Shipment } from "../domain/shipment.ts";
import type { CarrierAnswer } from "./carrier-answer.ts";

/** Tools by which a carrier is asked for transport. */
export const BOOKING_TOOLS = ["book_shipment", "reschedule_leg", "reroute_shipment"];

export interface Attempt {
  id: string;
  our_reference: string;
  state: string;
  /** The carrier has said yes or no to it. */
  answered: boolean;
}

/** What a carrier's answer is about: the bookings that one effect made, and that effect while it waits for an answer. */
export interface AnsweredBooking {
  attempts: Attempt[];
  effectKey: string | null;
  /** False while the effect booked more than this and the carrier has not spoken of all of it: a yes to one leg is not one to the others. */
  whole: boolean;
}

/** Legs are numbered up to this; a leg that was booked may be gone by now. */
const LAST_LEG = 99;

/** The bookings that an effect made: a shipment's first one, or one for each leg. */
function madeBy({ grantId }: SentEffect, attempts: readonly Attempt[]): Attempt[] {
  const names = [FIRST_ATTEMPT, ...Array.from({ length: LAST_LEG }, (_, index) => attemptName(index + 1))];
  const ids = new Set(names.map((name) => recordId("BKA", grantId, name)));
  return attempts.filter((attempt) => ids.has(attempt.id));
}

/** All bookings of a shipment, newest first, locked. */
async function lockAttempts(shipment: Shipment, { tx }: EventContext): Promise<Attempt[]> {
  const { rows } = await tx.query<Attempt & Record<string, unknown>>(
    "select id, our_reference, state, answered_at is not null as answered from booking_attempts where shipment = $1 order by at desc, id desc for update",
    [shipment.id],
  );
  if (rows.length === 0) throw new AppError("illegal_transition", { detail: `no booking of ${shipment.id} waits for an answer` });
  return rows;
}

/** Without a reference only one booking can be meant: the one that waits, or, when none does, the newest. */
async function onlyBooking(
  shipment: Shipment,
  attempts: Attempt[],
  waiting: SentEffect[],
  context: EventContext,
): Promise<AnsweredBooking> {
  await context.refuseWhileSending(BOOKING_TOOLS, shipment.id, false);
  const [effect, another] = waiting;
  if (another)
    throw new AppError("conflict", { detail: `${waiting.length} bookings of ${shipment.id} wait for an answer; name ourReference` });
  if (!effect) return { attempts: attempts.slice(0, 1), effectKey: null, whole: true };
  const made = madeBy(effect, attempts);
  return { attempts: made.length > 0 ? made : attempts.slice(0, 1), effectKey: effect.effectKey, whole: true };
}

/**
 * Finds what the carrier answers, by our reference when it is named: the reference of one booking, or the one under which the effect
 * was sent.
 * @throws AppError illegal_transition | conflict | event_too_early | unknown_record
 */
export async function answeredBooking(what: CarrierAnswer, shipment: Shipment, context: EventContext): Promise<AnsweredBooking> {
  const attempts = await lockAttempts(shipment, context);
  const waiting = await context.waitingFor(BOOKING_TOOLS, "shipmentId", shipment.id);
  const reference = what.ourReference;
  if (reference === undefined) return onlyBooking(shipment, attempts, waiting, context);
  const sent = await context.sentUnder(reference);
  if (sent) {
    const made = madeBy(sent, attempts);
    if (made.length === 0) throw new AppError("illegal_transition", { detail: `${reference} booked nothing on ${shipment.id}` });
    return { attempts: made, effectKey: sent.effectKey, whole: true };
  }
  const named = attempts.filter((attempt) => attempt.our_reference === reference);
  if (named.length === 0) throw new UnknownReference(reference, `no booking of ${shipment.id} has the reference ${reference}`);
  const effect = waiting.find((candidate) => madeBy(candidate, named).length > 0);
  const others = effect ? madeBy(effect, attempts).filter((attempt) => !named.includes(attempt)) : [];
  return { attempts: named, effectKey: effect?.effectKey ?? null, whole: others.every((attempt) => attempt.answered) };
}
