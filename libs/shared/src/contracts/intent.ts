import { z } from "zod";
import { Decimal, JsonObject } from "./json.ts";
import { AgentName, Language } from "./words.ts";

/** One thing the user's own words name, resolved to a key of master data where a rule could. */
export const IntentEntity = z.strictObject({
  kind: z.string().max(40),
  id: z.string().max(80),
  /** The words that named it. */
  text: z.string().max(200),
});
export type IntentEntity = z.infer<typeof IntentEntity>;

/** What the user's own words allow; fixed before any stored data is read. A model may narrow it, never widen it. */
export const Intent = z.strictObject({
  /** Tool names of effects that the words allow; empty for a question. */
  actionKinds: z.array(z.string().max(60)).max(27),
  /** Tool names that follow by the derivation rules. */
  derivedKinds: z.array(z.string().max(60)).max(27),
  entities: z.array(IntentEntity).max(60),
  agents: z.array(AgentName).max(3),
  limits: z.strictObject({
    quantities: z.array(z.strictObject({ quantity: Decimal, uom: z.string().max(20).nullable() })).max(30),
    dates: z.array(z.string().max(30)).max(20),
  }),
  language: Language,
  /** True when known steps were submitted and no model was asked. */
  structured: z.boolean(),
});
export type Intent = z.infer<typeof Intent>;

/** A step submitted as such (`actions` of POST /v1/requests), or fixed by a rule. */
export const Action = z.strictObject({
  agent: AgentName,
  tool: z.string().max(60),
  args: JsonObject,
  ref: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/)
    .optional(),
  after: z.array(z.string().max(32)).max(20).optional(),
});
export type Action = z.infer<typeof Action>;
