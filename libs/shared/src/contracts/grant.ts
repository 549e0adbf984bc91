import { z } from "zod";
import { Id, TenantId } from "./ids.ts";
import { Hash, Instant, JsonObject } from "./json.ts";
import { Dependency } from "./plan.ts";
import { ForeignFact, PolicyFacts } from "./preview.ts";
import { Guard } from "./proposal.ts";
import { AgentName } from "./words.ts";

/** The signed, single-use permission to execute one step, args inside. Purpose "grant", signed by approvals. */
export const Grant = z.strictObject({
  v: z.literal(1),
  typ: z.literal("grant"),
  /** `<domain>-executor`. */
  aud: z.string(),
  grantId: Id,
  tenant: TenantId,
  threadId: Id,
  requestId: Id,
  planId: Id,
  revision: z.number().int().positive(),
  stepId: Id,
  /** Everybody who stands behind the request; none of them may approve. */
  requesters: z.array(z.string()).min(1),
  agent: AgentName,
  tool: z.string(),
  toolVersion: z.number().int().positive(),
  schemaHash: Hash,
  /** As in the plan step, with `$ref` objects. */
  args: JsonObject,
  contentHash: Hash,
  dependsOn: z.array(Dependency),
  guards: z.array(Guard),
  /** Values of the references, each from an executor-signed receipt of this plan; path is a JSON pointer into args. */
  resolved: z.array(z.strictObject({ path: z.string(), receiptId: Id, value: z.string() })),
  /** Versions that `after:` guards stand for, from the same receipts. */
  afterVersions: z.array(z.strictObject({ record: z.string(), step: Id, version: z.number().int() })),
  effectHash: Hash,
  facts: PolicyFacts,
  foreign: z.array(ForeignFact),
  cardHash: Hash.nullable(),
  policy: z.strictObject({ id: z.string(), version: z.string(), required: z.number().int().min(0).max(2) }),
  approvers: z.array(z.strictObject({ user: z.string(), role: z.string(), decisionId: Id, at: Instant, cardHash: Hash })),
  effectKey: Hash,
  meaningKey: Hash,
  epoch: z.number().int().nonnegative(),
  /** Business time; null = no limit. Checked by the executor against business time under lock. */
  executeBy: Instant.nullable(),
  iat: Instant,
  nbf: Instant,
  exp: Instant,
});
export type Grant = z.infer<typeof Grant>;

/** Takes back a grant that was not used yet. Purpose "revoke". */
export const Revoke = z.strictObject({
  v: z.literal(1),
  typ: z.literal("revoke"),
  grantId: Id,
  tenant: TenantId,
  stepId: Id,
  planId: Id,
  reason: z.string(),
  issuedAt: Instant,
  /** What the grant says of itself: lets the executor answer with a receipt although it never saw the grant. */
  of: z.strictObject({ requestId: Id, revision: z.number().int(), tool: z.string(), contentHash: Hash, effectKey: Hash }).optional(),
});
export type Revoke = z.infer<typeof Revoke>;

/**
 * What a person found out about an effect whose outcome at another system nobody could look up. Purpose "settlement", signed by
 * approvals for an admin of the tenant.
 */
export const Settlement = z.strictObject({
  v: z.literal(1),
  typ: z.literal("settlement"),
  grantId: Id,
  tenant: TenantId,
  stepId: Id,
  planId: Id,
  outcome: z.enum(["made", "not_made"]),
  /** The system's own id of what it made; null when nothing was made. */
  reference: z.string().min(1).max(120).nullable(),
  /** Where the person looked and what it said. */
  evidence: z.string().min(10).max(600),
  by: z.string().min(1).max(120),
  settledAt: Instant,
});
export type Settlement = z.infer<typeof Settlement>;

/** Signed monotonic number; grants of an older epoch are refused. Purpose "epoch". */
export const Epoch = z.strictObject({ v: z.literal(1), tenant: TenantId, epoch: z.number().int().nonnegative(), issuedAt: Instant });
export type Epoch = z.infer<typeof Epoch>;

/** An executor asks which epoch is in force; the nonce ties the answer to this very question. */
export const EpochQuery = z.strictObject({ v: z.literal(1), tenant: TenantId, nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) });
export type EpochQuery = z.infer<typeof EpochQuery>;

/** Approvals' signed answer. Purpose "epoch-now"; 0 where nobody ever raised one. */
export const EpochNow = z.strictObject({
  v: z.literal(1),
  tenant: TenantId,
  epoch: z.number().int().nonnegative(),
  nonce: z.string().min(16).max(64),
  issuedAt: Instant,
});
export type EpochNow = z.infer<typeof EpochNow>;

export const ReceiptOutcome = z.enum(["succeeded", "stale", "refused", "failed", "unknown"]);
export type ReceiptOutcome = z.infer<typeof ReceiptOutcome>;

/** The executor's signed outcome. Purpose "receipt"; the body is written in the effect's transaction. */
export const Receipt = z.strictObject({
  v: z.literal(1),
  receiptId: Id,
  /** Rises when an outside outcome arrives. */
  version: z.number().int().positive(),
  domain: AgentName,
  tenant: TenantId,
  grantId: Id,
  requestId: Id,
  planId: Id,
  revision: z.number().int(),
  stepId: Id,
  tool: z.string(),
  contentHash: Hash,
  effectKey: Hash,
  outcome: ReceiptOutcome,
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** Named results, e.g. { transferId: "TRF-…" }. */
  outputs: z.record(z.string(), z.string()),
  /** Every record written with its new version. */
  records: z.array(z.strictObject({ record: z.string(), version: z.number().int() })),
  before: z.array(
    z.strictObject({ path: z.string(), label: z.string(), record: z.string(), value: z.string().nullable(), unit: z.string().nullable() }),
  ),
  after: z.array(
    z.strictObject({ path: z.string(), label: z.string(), record: z.string(), value: z.string().nullable(), unit: z.string().nullable() }),
  ),
  /** For tools whose outcome an outside party decides. */
  externalOutcome: z.enum(["pending", "confirmed", "rejected"]).nullable(),
  inverse: z.strictObject({ tool: z.string(), args: JsonObject }).nullable(),
  at: Instant,
  businessAt: Instant,
});
export type Receipt = z.infer<typeof Receipt>;

/** approvals → executor on `qm.outcome.<domain>`: what became of a grant? */
export const OutcomeQuery = z.strictObject({ v: z.literal(1), tenant: TenantId, grantId: Id });
export type OutcomeQuery = z.infer<typeof OutcomeQuery>;
