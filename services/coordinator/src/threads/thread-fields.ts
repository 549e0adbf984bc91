import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import type { ThreadField, ThreadFields } from "./thread-reducers.ts";

const DAY_MS = 86_400_000;

/** A field that a request of the thread gives, from now on for some days. */
export const threadField = (value: JsonValue, requestId: string, now: Date, days: number): ThreadField => ({
  value,
  source: { by: "requester", requestId },
  at: now.toISOString(),
  expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
});

const isField = (stored: unknown): stored is ThreadField =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) && "value" in stored && "source" in stored;

/** Values of the fields that still hold, as an agent is given them. A value without a source was stored before sources were kept. */
export function fieldValues(stored: JsonObject | ThreadFields, now: Date): JsonObject {
  const values: JsonObject = {};
  for (const [name, field] of Object.entries(stored)) {
    if (!isField(field)) values[name] = field as JsonValue;
    else if (field.expiresAt === null || Date.parse(field.expiresAt) > now.getTime()) values[name] = field.value;
  }
  return values;
}
