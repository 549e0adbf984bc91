import { z } from "zod";
import { Id } from "./ids.ts";
import { Instant, JsonValue } from "./json.ts";

/** Form of every bus message whose body is not A2A. */
export const Envelope = z.strictObject({
  id: Id,
  /** e.g. "plan.submitted", "grant.issued". */
  type: z.string().max(60),
  version: z.literal(1),
  tenant: z.string().max(40),
  causationId: z.string().max(80).nullable(),
  correlationId: z.string().max(80),
  occurredAt: Instant,
  payload: JsonValue,
});
export type Envelope = z.infer<typeof Envelope>;

/** Message types and the subject family each travels on. */
export const MESSAGE_TYPES = {
  planSubmitted: "plan.submitted",
  planCommand: "plan.command",
  grantIssued: "grant.issued",
  grantRevoked: "grant.revoked",
  callSettled: "call.settled",
  receiptIssued: "receipt.issued",
  planState: "plan.state",
  event: "event",
} as const;

/** Header that names the type of a message on a subject that usually carries another one. */
export const TYPE_HEADER = "qm-type";

/** Body of `qm.event.*`: one line of the live feed. Names are those of the REST contract. */
export const FeedEvent = z.strictObject({
  id: Id,
  name: z.string().max(40),
  tenant: z.string().max(40),
  requestId: Id,
  threadId: Id,
  at: Instant,
  data: z.record(z.string(), JsonValue),
});
export type FeedEvent = z.infer<typeof FeedEvent>;
