import { Envelope, newId } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict } from "@quartermaster/shared/signing";

/** Wraps a payload for the bus; `correlation` is the request it belongs to. */
export function envelope(type: string, tenant: string, correlation: string, payload: unknown, at: string): Envelope {
  return {
    id: newId("evt"),
    type,
    version: 1,
    tenant,
    causationId: null,
    correlationId: correlation,
    occurredAt: at,
    payload: payload as Envelope["payload"],
  };
}

/** Reads an envelope as every ingress must. @throws AppError envelope_invalid | invalid_json */
export function readEnvelope(body: string): Envelope {
  const parsed = Envelope.safeParse(parseStrict(body, { maxBytes: 1_048_576, maxDepth: 24 }));
  if (!parsed.success)
    throw new AppError("envelope_invalid", { detail: parsed.error.issues.map((issue) => issue.path.join(".")).join(", ") });
  return parsed.data;
}
