import { z } from "zod";
import { Id, TenantId } from "./ids.ts";
import { Hash, Instant, JsonObject, signed } from "./json.ts";
import { Evidence, Guard, Origin, OutputDecl } from "./proposal.ts";
import { AgentName, Language } from "./words.ts";

export const Dependency = z.strictObject({ step: Id, until: z.enum(["receipt", "outcome"]) });
export type Dependency = z.infer<typeof Dependency>;

export const PlanConflict = z.strictObject({
  code: z.string().max(60),
  severity: z.enum(["refuse", "ask", "warn"]),
  steps: z.array(Id).max(40),
  detail: z.string().max(1000),
  records: z.array(z.string().max(120)).max(40),
  values: JsonObject,
});
export type PlanConflict = z.infer<typeof PlanConflict>;

/** A step of a plan. References in `args` stand as `{ "$ref": { "step", "output" } }`. */
export const PlanStep = z.strictObject({
  id: Id,
  agent: AgentName,
  tool: z.string().max(60),
  toolVersion: z.number().int().positive(),
  schemaHash: Hash,
  args: JsonObject,
  dependsOn: z.array(Dependency).max(20),
  guards: z.array(Guard).max(40),
  outputs: z.array(OutputDecl).max(10),
  eager: z.boolean(),
  /** Hash over RFC 8785 of { tool, args, guards, dependsOn }. */
  contentHash: Hash,
  /** hash(tenant, request, tool, contentHash): unique in the executor. */
  effectKey: Hash,
  /** hash(tenant, tool, idempotency content without plan id). */
  meaningKey: Hash,
  proposalId: Id,
  evidence: z.array(Evidence).max(60),
  origins: z.record(z.string(), Origin),
  tainted: z.boolean(),
  taintSources: z.array(z.string().max(120)).max(60),
  note: z.string().max(2000).nullable(),
  inverse: z.strictObject({ tool: z.string(), args: JsonObject }).nullable(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** Minted by approvals from the user's own access token when the request arrived; says who asked. */
export const RequestToken = z.strictObject({
  v: z.literal(1),
  tenant: TenantId,
  requestId: Id,
  requester: z.string(),
  roles: z.array(z.string()),
  issuedAt: Instant,
});
export type RequestToken = z.infer<typeof RequestToken>;

/** The merged proposals as steps with dependencies and conflicts, as the coordinator hands it to approvals. */
export const Plan = z.strictObject({
  v: z.literal(1),
  id: Id,
  revision: z.number().int().positive(),
  tenant: TenantId,
  requestId: Id,
  threadId: Id,
  language: Language,
  steps: z.array(PlanStep).min(1).max(60),
  conflicts: z.array(PlanConflict).max(100),
  requestToken: signed(RequestToken),
  /** Requests whose pending items this plan withdraws. */
  supersedes: z.array(Id).max(20),
  createdAt: Instant,
  /** Hash over the plan without this field. */
  planHash: Hash,
});
export type Plan = z.infer<typeof Plan>;
