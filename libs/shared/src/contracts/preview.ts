import { z } from "zod";
import { Selector } from "./brief.ts";
import { Id, TenantId } from "./ids.ts";
import { Decimal, Hash, Instant, JsonObject } from "./json.ts";
import { Guard } from "./proposal.ts";
import { AgentName } from "./words.ts";

/** One field of what changes; `before` and `after` rows match by `path`. */
export const ChangeRow = z.strictObject({
  path: z.string().max(200),
  label: z.string().max(120),
  record: z.string().max(120),
  version: z.number().int().nullable(),
  value: z.string().max(10_000).nullable(),
  unit: z.string().max(20).nullable(),
  unitLabel: z.string().max(60).nullable(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/**
 * The facts that policy needs. Only the executor of the owning domain states them.
 * All money is EUR as decimal text. Unset members mean "does not apply to this tool".
 */
export const PolicyFacts = z.strictObject({
  valueEur: Decimal.optional(),
  /** True when the step crosses a customs territory. */
  crossesTerritory: z.boolean().optional(),
  dangerousGoods: z.boolean().optional(),
  controlled: z.boolean().optional(),
  /** Available at the source would fall under safety stock. */
  underSafetyStock: z.boolean().optional(),
  reservationExpired: z.boolean().optional(),
  /** The demand of a reservation is alive. */
  liveDemand: z.boolean().optional(),
  promiseMissed: z.boolean().optional(),
  /** The step only takes something out of use; its undoing is what needs people. */
  restrictive: z.boolean().optional(),
  serialTracked: z.boolean().optional(),
  /** The goods end up in another country than before. */
  countryChanges: z.boolean().optional(),
  /** A declared quantity becomes larger. */
  quantityRises: z.boolean().optional(),
  /** Consignee or country of destination of a declaration changes. */
  partyChanges: z.boolean().optional(),
  paperState: z.string().max(40).optional(),
  shipmentState: z.string().max(40).optional(),
  holdType: z.string().max(40).optional(),
  sku: z.string().max(60).optional(),
  destination: z.string().max(60).optional(),
  /** Earliest cut-off, ETD, licence or lot end that limits executing; business time. */
  executeLimit: Instant.nullable().optional(),
  /** Earliest cut-off of the goods, for the 4-hour rule; business time. */
  cutoff: Instant.nullable().optional(),
});
export type PolicyFacts = z.infer<typeof PolicyFacts>;

/** A fact stated by another domain's executor, with the version it was read at. */
export const ForeignFact = z.strictObject({
  domain: AgentName,
  kind: z.string(),
  id: z.string(),
  version: z.number().int(),
  fields: JsonObject,
});
export type ForeignFact = z.infer<typeof ForeignFact>;

/** A question for records only; on `qm.facts.<domain>` nothing else is answered. */
export const FactsRequest = z.strictObject({
  kind: z.literal("facts"),
  previewId: Id,
  tenant: TenantId,
  selectors: z.array(Selector).max(40),
});
export type FactsRequest = z.infer<typeof FactsRequest>;

/** approvals → executor on `qm.preview.<domain>` (request/reply). */
export const PreviewRequest = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("preview"),
    previewId: Id,
    tenant: TenantId,
    stepId: Id,
    tool: z.string(),
    toolVersion: z.number().int(),
    schemaHash: Hash,
    /** With `$ref` objects where a reference is still open. */
    args: JsonObject,
    /** Resolved values by JSON pointer, once predecessors have receipts. */
    resolved: z.array(z.strictObject({ path: z.string(), value: z.string() })),
    /** Predecessors' predicted entities by step id and output name. */
    predicted: z.array(z.strictObject({ step: Id, output: z.string(), kind: z.string(), entity: JsonObject })),
    guards: z.array(Guard),
    contentHash: Hash,
    foreign: z.array(ForeignFact),
  }),
  FactsRequest,
]);
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** The executor's signed statement of what a step would change, and the facts policy needs. Purpose "preview". */
export const Preview = z.strictObject({
  v: z.literal(1),
  previewId: Id,
  domain: AgentName,
  tenant: TenantId,
  stepId: Id,
  tool: z.string(),
  contentHash: Hash,
  before: z.array(ChangeRow).max(200),
  after: z.array(ChangeRow).max(200),
  /** Names of ids that occur, for the card. */
  names: z.record(z.string(), z.string()),
  headline: z.string().max(400),
  facts: PolicyFacts,
  guards: z.array(z.strictObject({ guard: Guard, holds: z.boolean(), found: z.string().max(200) })),
  effectHash: Hash,
  /** Predicted entities by output name, for steps that refer to this one. */
  predicted: z.array(z.strictObject({ output: z.string(), kind: z.string(), entity: JsonObject })),
  /** Foreign records whose facts the executor needs; approvals asks their owner and previews again. */
  needs: z.array(Selector),
  foreign: z.array(ForeignFact),
  /** Set when the step cannot be done at all, with a stable code. */
  refusal: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  onReject: z.array(z.string().max(300)).max(10),
  at: Instant,
});
export type Preview = z.infer<typeof Preview>;

/** Answer to kind "facts": records of this domain with versions. Purpose "preview". */
export const FactsReply = z.strictObject({
  v: z.literal(1),
  previewId: Id,
  domain: AgentName,
  tenant: TenantId,
  facts: z.array(ForeignFact),
  missing: z.array(Selector),
  at: Instant,
});
export type FactsReply = z.infer<typeof FactsReply>;
