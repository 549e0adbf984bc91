import { type Envelope, newId } from "@quartermaster/shared/contracts";

/** Wraps a body for the bus; `correlationId` is the request that it belongs to. */
export function makeEnvelope(
  type: string,
  tenant: string,
  correlationId: string,
  payload: unknown,
  causationId: string | null = null,
): Envelope {
  return {
    id: newId("msg"),
    type,
    version: 1,
    tenant,
    causationId,
    correlationId,
    occurredAt: new Date().toISOString(),
    payload: payload as Envelope["payload"],
  };
}
