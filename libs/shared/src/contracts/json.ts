import { z } from "zod";
import type { Json } from "../signing/index.ts";

/** Any JSON value, for fields whose shape a tool's own schema decides. */
export const JsonValue: z.ZodType<Json> = z.json() as never;
export type JsonValue = Json;
export const JsonObject = z.record(z.string(), JsonValue);
export type JsonObject = z.infer<typeof JsonObject>;
/** Exact decimal as text: no exponent, no sign but minus, no leading zeros. */
export const Decimal = z.string().regex(/^-?(0|[1-9]\d{0,17})(\.\d{1,9})?$/);

const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const AFTER_LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z") + 1;
/** No database stores a year 0, and a year of five digits has another form. */
const inDatabaseRange = (text: string): boolean => Date.parse(text) >= FIRST_INSTANT && Date.parse(text) < AFTER_LAST_INSTANT;
const OUT_OF_RANGE = "must lie within the years 1 to 9999";

/** A moment in UTC as ISO 8601 text that every database can store. */
export const Instant = z.iso.datetime().refine(inDatabaseRange, OUT_OF_RANGE);
/** A moment with any offset, as outside parties write it; becomes UTC. */
export const InstantWithOffset = z.iso
  .datetime({ offset: true })
  .refine(inDatabaseRange, OUT_OF_RANGE)
  .transform((text) => new Date(text).toISOString());
/** `sha256:` + 64 hex digits. */
export const Hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** A signature around a body; see signing/keys.ts. */
export const signed = <T extends z.ZodType>(body: T) => z.strictObject({ body, kid: z.string().max(80), signature: z.string().max(120) });
