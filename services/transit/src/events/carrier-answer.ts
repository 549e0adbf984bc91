import type { EventContext } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

/** What a carrier's answer names: the shipment, our reference of what is answered, or both. */
export const CarrierAnswer = z
  .strictObject({ shipmentId: z.string().min(1).max(60).optional(), ourReference: z.string().min(1).max(120).optional() })
  .refine((what) => what.shipmentId !== undefined || what.ourReference !== undefined, "name the shipment or our reference");
export type CarrierAnswer = z.infer<typeof CarrierAnswer>;

/** The shipment that the carrier answers about. @throws AppError unknown_record | event_too_early */
export async function shipmentIdOf(what: CarrierAnswer, context: EventContext): Promise<string> {
  if (what.shipmentId !== undefined) return what.shipmentId;
  const reference = what.ourReference ?? "";
  const { rows } = await context.tx.query<{ shipment: string }>("select shipment from booking_attempts where our_reference = $1", [
    reference,
  ]);
  const id = rows[0]?.shipment ?? (await context.sentUnder(reference))?.outputs.shipmentId;
  if (id !== undefined) return id;
  throw new AppError("unknown_record", { detail: `nothing was sent to a carrier under ${reference}` });
}
