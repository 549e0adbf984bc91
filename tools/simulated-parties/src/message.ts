import { JsonObject, TenantId } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** The two parties that are simulated. */
export const PARTIES = ["customs", "carrier"] as const;
export const Party = z.enum(PARTIES);
export type Party = z.infer<typeof Party>;

/** What each party can be asked, by the tool whose effect it is. */
export const TOOLS: Record<Party, readonly string[]> = {
  customs: ["lodge_declaration", "amend_declaration", "invalidate_declaration", "file_exit_evidence"],
  carrier: ["book_shipment", "reschedule_leg", "reroute_shipment", "cancel_shipment"],
};

/** Body of `PUT /<party>/v1/effects/<our reference>`. */
export const Message = z.strictObject({
  /** Which of the company's tenants speaks; our references are unique in it. */
  tenant: TenantId,
  tool: z.string().min(1).max(60),
  content: JsonObject,
  /** The tool's arguments and our ids of what it makes; the parties go by our reference. */
  args: JsonObject.optional(),
  ids: z.record(z.string(), z.string()).optional(),
  /** Stated by the sender; a party that keeps no records of ours has nothing to compare it with. */
  expectedVersion: z.string().max(200).nullable().default(null),
  businessAt: z.iso.datetime().optional(),
});
export type Message = z.infer<typeof Message>;

/** How far a message is: taken in, or answered. */
export type MessageState = "received" | "accepted" | "rejected";

/** A message that a party has taken in, and what became of it. */
export interface TakenMessage extends Message {
  party: Party;
  ourReference: string;
  theirReference: string;
  receivedAt: string;
  state: MessageState;
  reason: string | null;
  /** Events still to be delivered, in order. */
  due: DueEvent[];
}

/** An answer on its way: the event's body, where it goes and when. */
export interface DueEvent {
  eventId: string;
  domain: "export" | "transit";
  body: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The declaration or shipment that a message names; null when it names none, as a first lodging does. */
export function subjectOf({ content }: Pick<Message, "content">): string | null {
  const subject = content.declarationId ?? content.shipmentId;
  return typeof subject === "string" ? subject : null;
}
