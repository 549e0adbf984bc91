import { type JsonValue, MESSAGE_TYPES, newId, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx, Tx } from "@quartermaster/shared/db";
import { makeEnvelope } from "./make-envelope.ts";

const INSERT = `with counted as (
    update requests set last_event = last_event + 1
    where id = $2 and not exists (select 1 from request_events where request_id = $2 and event_id = $3)
    returning last_event)
  insert into request_events (tenant, request_id, id, event_id, name, data, at)
  select $1, $2, last_event, $3, $4, $5::jsonb, $6::timestamptz from counted
  on conflict (request_id, event_id) do nothing`;

export interface EventRequest {
  id: string;
  tenant: string;
  threadId: string;
}

/** Stores one line of a request's feed under the request's next number; the same event id is stored once. */
export async function storeEvent(
  tx: Tx,
  event: { tenant: string; requestId: string; eventId: string; name: string; data: Record<string, JsonValue>; at: string },
): Promise<boolean> {
  const values = [event.tenant, event.requestId, event.eventId, event.name, JSON.stringify(event.data), event.at];
  const done = await tx.query({ name: "event-insert", text: INSERT, values });
  return done.rowCount === 1;
}

/**
 * Writes an event of the coordinator itself, in the transaction of the change that it reports, and sends it to the live feed.
 * @param once key given when the same change may be reported twice; it is told once.
 */
export async function recordEvent(
  tx: OutboxTx,
  request: EventRequest,
  name: string,
  data: Record<string, JsonValue>,
  once?: string,
): Promise<void> {
  const at = new Date().toISOString();
  const id = newId("evt");
  const stored = await storeEvent(tx, { tenant: request.tenant, requestId: request.id, eventId: once ?? id, name, data, at });
  if (!stored) return;
  const payload = { id, name, tenant: request.tenant, requestId: request.id, threadId: request.threadId, at, data };
  tx.send({
    subject: subjects.event("coordinator", request.tenant, request.threadId),
    msgId: id,
    body: makeEnvelope(MESSAGE_TYPES.event, request.tenant, request.id, payload),
  });
}
