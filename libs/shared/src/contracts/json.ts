import { z } from "zod";
import type { Json } from "../signing/index.ts";

/** Any JSON value, for fields whose shape a tool's own schema decides. */
export const JsonValue: z.ZodType<Json> = z.json() as never;
export type JsonValue = Json;
export const JsonObject = z.record(z.string(), JsonValue);
export type JsonObject = z.infer<typeof JsonObject>;
/** Exact decimal as text: no exponent, no sign but minus, no leading zeros. */
export const Decimal = z.string().regex(/^-?(0|[1-9]\d{0,17})(\.\d{1,9})?$/);
export const Instant = z.iso.datetime();
/** `sha256:` + 64 hex digits. */
export const Hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** A signature around a body; see signing/keys.ts. */
export const signed = <T extends z.ZodType>(body: T) => z.strictObject({ body, kid: z.string().max(80), signature: z.string().max(120) });
