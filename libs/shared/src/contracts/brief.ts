import { z } from "zod";
import { Id, TenantId } from "./ids.ts";
import { Action, Intent } from "./intent.ts";
import { Instant, JsonObject } from "./json.ts";
import { AgentName, Language } from "./words.ts";

/** An entity that an earlier step of the same plan will make; read ports answer for it under `@<ref>`. */
export const PlannedEntity = z.strictObject({ ref: z.string().max(40), kind: z.string().max(40), snapshot: JsonObject });
export type PlannedEntity = z.infer<typeof PlannedEntity>;

/** A record as read: id, version, fields. Free text is never in it, only handles. */
export const Snapshot = z.strictObject({
  domain: AgentName,
  kind: z.string().max(40),
  id: z.string().max(80),
  version: z.number().int().nonnegative(),
  fields: JsonObject,
});
export type Snapshot = z.infer<typeof Snapshot>;

export const Selector = z.strictObject({ domain: AgentName, kind: z.string().max(40), id: z.string().max(80) });
export type Selector = z.infer<typeof Selector>;

export const Budget = z.strictObject({
  steps: z.number().int().positive(),
  tokens: z.number().int().positive(),
  /** Millionths of the currency unit; null when no price is configured. */
  costMicros: z.number().int().nonnegative().nullable(),
  wallMs: z.number().int().positive(),
});
export type Budget = z.infer<typeof Budget>;

/**
 * The typed, signed task that the coordinator gives an agent; never a transcript.
 * kind `work`: the model loop. `actions`: run the given calls (reads and proposals) without a model.
 * `snapshot`: answer the selectors from read ports without a model.
 */
export const Brief = z.strictObject({
  v: z.literal(1),
  briefId: Id,
  taskId: Id,
  tenant: TenantId,
  threadId: Id,
  requestId: Id,
  agent: AgentName,
  kind: z.enum(["work", "actions", "snapshot"]),
  requester: z.string().max(80),
  language: Language,
  /** Business time when the brief was made. */
  businessNow: Instant,
  /** The user's own words of this turn, and what earlier turns of the thread they build on. */
  goal: z.string().max(12_000),
  intent: Intent,
  facts: z.strictObject({
    planned: z.array(PlannedEntity).max(50),
    /** Typed results of earlier waves. */
    results: z.array(Snapshot).max(100),
    /** Thread fields such as a default place. */
    fields: JsonObject,
  }),
  calls: z.array(Action).max(50),
  selectors: z.array(Selector).max(100),
  wave: z.number().int().min(0).max(9),
  budget: Budget,
  /** Wall-clock deadline. */
  deadlineAt: Instant,
  issuedAt: Instant,
});
export type Brief = z.infer<typeof Brief>;
