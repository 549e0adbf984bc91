import { JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** Records by kind and id. Body of `POST /v1/read`. */
export const ReadRequest = z.object({
  tenant: z.string().max(64),
  selectors: z.array(z.object({ kind: z.string().max(40), id: z.string().max(120) })).max(200),
});
export type ReadRequest = z.infer<typeof ReadRequest>;

/** Answer to `POST /v1/read`; what does not exist is left out. */
export const ReadAnswer = z.object({
  records: z.array(
    z.object({
      kind: z.string().max(40),
      id: z.string().max(120),
      version: z.string().max(200).describe("Opaque; comes back as expectedVersion."),
      fields: JsonObject,
    }),
  ),
});
export type ReadAnswer = z.infer<typeof ReadAnswer>;

/** Body of `PUT /v1/effects/{key}`. */
export const EffectRequest = z.object({
  tenant: z.string().max(64),
  tool: z.string().max(60).describe("What to do, for example transfer_stock, book_shipment or lodge_declaration."),
  content: JsonObject.describe("The effect as people approved it. Quantities are decimal text in base units."),
  args: JsonObject.describe("The tool's arguments: our ids of the records that it changes."),
  ids: z.record(z.string(), z.string()).describe("Our ids of the records that it makes; later effects and your events name them."),
  expectedVersion: z.string().max(200).nullable().describe("Refuse with 412 when the record has another version; null = do not compare."),
  businessAt: z.iso.datetime(),
});
export type EffectRequest = z.infer<typeof EffectRequest>;

/** What was made under a key. Answer to `PUT /v1/effects/{key}` (201 now, 200 before) and to `GET /v1/effects/{key}`. */
export const EffectResult = z.object({
  reference: z.string().min(1).max(120).describe("Your id of what was made."),
  version: z.string().max(200).nullable().describe("Version of the record afterwards."),
  outcome: z.enum(["confirmed", "pending"]).describe("pending: taken in, decided later by somebody else and told as an event."),
  fields: JsonObject,
});
export type EffectResult = z.infer<typeof EffectResult>;

/** Body of every refusal: 409, 412, 422 and 404. */
export const Refusal = z.object({ code: z.string().min(1).max(60), detail: z.string().max(1000) });
export type Refusal = z.infer<typeof Refusal>;
