import { InstantWithOffset, JsonObject, visibleText } from "@quartermaster/shared/contracts";
import { z } from "zod";

const EventId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,119}$/)
  .describe("Yours, and the same for every delivery of the event");

/**
 * Body of `POST /v1/events`: what happened to which records, when, where and why, in the manner of EPCIS 2.0. Members of `what`
 * depend on `bizStep`.
 */
export const EventBody = z.strictObject({
  eventId: EventId,
  /** Business time; the moment of arrival when it is left out. */
  eventTime: InstantWithOffset.optional(),
  bizStep: z.string().regex(/^[a-z][a-z_]{1,59}$/),
  disposition: z
    .string()
    .regex(/^[a-z][a-z_]{1,59}$/)
    .optional(),
  /** Place that read or reported it. */
  where: z.string().min(1).max(80).optional(),
  what: JsonObject.default({}),
  /** Words of the source, e.g. why customs said no. */
  reason: visibleText(500).optional(),
  /** Declares an earlier event of the same step an error; its changes are taken back by new entries. */
  errorDeclaration: z.strictObject({ corrects: EventId, reason: visibleText(500) }).optional(),
});
export type EventBody = z.infer<typeof EventBody>;

/** Answer to an event that was taken in; the same for every delivery. */
export interface EventAnswer {
  eventId: string;
  bizStep: string;
  eventTime: string;
  /** Every record that the event wrote, with its new version. */
  records: { record: string; version: number }[];
  /** Receipts whose outside outcome the event brought. */
  receipts: { receiptId: string; version: number; outcome: "confirmed" | "rejected" }[];
  corrects: string | null;
}
