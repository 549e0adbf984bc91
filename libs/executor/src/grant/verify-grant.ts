import { type AgentName, Grant } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { stepContentHash, stepEffectKey, type Verifier } from "@quartermaster/shared/signing";
import type { EffectHandler } from "../effect-handler.ts";
import type { HandlerRegistry } from "./accepted-schemas.ts";
import { parseArgs } from "./parse-args.ts";
import { readSigned } from "./read-message.ts";
import { resolveReferences } from "./resolve-references.ts";

/** Grants are made for 5 minutes; none may claim more than this, and no used one is sent to another system later than this. */
const LONGEST_LIFE_MS = 15 * 60_000;

/** Two database servers may disagree by this much about the start of a grant; its end is never stretched. */
const CLOCK_SKEW_MS = 30_000;

declare const verified: unique symbol;

/** A grant that passed every check. Only this file makes one, so code that writes cannot be reached without. */
export interface VerifiedGrant {
  readonly [verified]: true;
  readonly grant: Grant;
  /** Args with references resolved, as the handler's schema gives them. */
  readonly args: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: handlers have different argument types
  readonly handler: EffectHandler<any>;
}

/** What the database says at the moment of checking. */
export interface GrantClock {
  databaseNow: string;
  businessNow: string;
  epoch: number;
  revoked: boolean;
}

export interface GrantRefusal {
  outcome: "refused" | "stale";
  code: string;
  detail: string;
}

/**
 * Establishes that approvals signed this grant for this executor. What fails here is not acted on at all, not even with a receipt.
 * @throws AppError envelope_invalid | key_unknown | signature_invalid | grant_refused
 */
export function openGrant(payload: unknown, domain: AgentName, tenant: string, verifier: Verifier, now?: Date): Grant {
  const grant = verifier.verify("grant", readSigned(payload, Grant), ["approvals"], now);
  if (grant.aud !== `${domain}-executor`) throw new AppError("grant_refused", { detail: `the grant is for ${grant.aud}` });
  if (grant.agent !== domain) throw new AppError("grant_refused", { detail: `the step belongs to ${grant.agent}` });
  if (grant.tenant !== tenant) throw new AppError("grant_refused", { detail: "the grant is for another tenant" });
  return grant;
}

const refuse = (code: string, detail: string): GrantRefusal => ({ outcome: "refused", code, detail });

function checkExecuteBy(grant: Grant, clock: GrantClock): GrantRefusal | null {
  const late = grant.executeBy !== null && Date.parse(clock.businessNow) >= Date.parse(grant.executeBy);
  return late ? refuse("execute_by_passed", `to be executed before ${grant.executeBy}`) : null;
}

function checkTime(grant: Grant, clock: GrantClock): GrantRefusal | null {
  if (Date.parse(clock.databaseNow) + CLOCK_SKEW_MS < Date.parse(grant.nbf))
    return refuse("grant_not_yet_valid", `valid from ${grant.nbf}`);
  const ended =
    Date.parse(clock.databaseNow) >= Date.parse(grant.exp)
      ? refuse("grant_expired", `expired at ${grant.exp}`)
      : checkExecuteBy(grant, clock);
  if (ended) return ended;
  return Date.parse(grant.exp) - Date.parse(grant.iat) > LONGEST_LIFE_MS
    ? refuse("grant_refused", "a grant lives 15 minutes at most")
    : null;
}

function checkStanding(grant: Grant, clock: GrantClock): GrantRefusal | null {
  if (clock.revoked) return refuse("revoked", "approvals took the grant back");
  return grant.epoch < clock.epoch
    ? refuse("grant_epoch", `the grant is of epoch ${grant.epoch}, this executor is at ${clock.epoch}`)
    : null;
}

const checkAge = (grant: Grant, clock: GrantClock): GrantRefusal | null =>
  Date.parse(clock.databaseNow) - Date.parse(grant.iat) >= LONGEST_LIFE_MS
    ? refuse("grant_expired", `15 minutes are over since the grant was made at ${grant.iat}`)
    : null;

/**
 * What speaks against an effect of this grant right now although it was good when it was used: revocation, epoch, the time by which it
 * was to be executed, an age at which nobody expects it any more. Not its own end: it was used before. Null = nothing.
 */
export const standsAgainst = (grant: Grant, clock: GrantClock): GrantRefusal | null =>
  checkStanding(grant, clock) ?? checkAge(grant, clock) ?? checkExecuteBy(grant, clock);

function checkApprovers(grant: Grant, floor: number): GrantRefusal | null {
  const distinct = new Set(grant.approvers.map((approver) => approver.user));
  if (distinct.size !== grant.approvers.length) return refuse("approvers_insufficient", "one person approved twice");
  if (distinct.size < grant.policy.required)
    return refuse("approvers_insufficient", `${grant.policy.required} approvers needed, ${distinct.size} named`);
  if (distinct.size < floor)
    return refuse("approvers_insufficient", `${grant.tool} needs at least ${floor} approvers here, ${distinct.size} named`);
  if (grant.requesters.some((person) => distinct.has(person)))
    return refuse("requester_cannot_decide", "an approver stands behind the request");
  if (grant.approvers.some((approver) => approver.cardHash !== grant.cardHash))
    return refuse("card_changed", "an approver decided on another card");
  return null;
}

function checkHashes(grant: Grant): GrantRefusal | null {
  const hash = stepContentHash(grant);
  if (hash !== grant.contentHash) return refuse("content_hash_mismatch", "the content differs from its hash");
  if (stepEffectKey(grant.tenant, grant.requestId, grant.tool, hash) !== grant.effectKey)
    return refuse("effect_key_mismatch", "the effect key is not this step's");
  return null;
}

/**
 * Checks a grant of known origin against schema, hashes, approvers, clocks, epoch and revocation. Facts, guards and effect are
 * compared later, under lock. A refusal becomes the grant's own receipt.
 */
export function verifyGrant(
  grant: Grant,
  registry: HandlerRegistry,
  clock: GrantClock,
): { ok: true; grant: VerifiedGrant } | { ok: false; refusal: GrantRefusal } {
  const no = (refusal: GrantRefusal): { ok: false; refusal: GrantRefusal } => ({ ok: false, refusal });
  const standing = checkStanding(grant, clock);
  if (standing) return no(standing);
  const handler = registry.find(grant.tool);
  if (!handler) return no(refuse("unknown_tool", `no effect is called ${grant.tool}`));
  if (!registry.accepts(grant.tool, grant.toolVersion, grant.schemaHash)) {
    return no({
      outcome: "stale",
      code: "schema_changed",
      detail: `${grant.tool} version ${grant.toolVersion} is not accepted here any more`,
    });
  }
  const hashes = checkHashes(grant);
  if (hashes) return no(hashes);
  try {
    const { args, open } = resolveReferences(grant.args, grant.resolved);
    if (open.length > 0) return no(refuse("reference_open", `${open[0]?.path} is not resolved`));
    const parsed = parseArgs(handler, args, open);
    if (!parsed.ok) return no(refuse("args_invalid", parsed.detail));
    const problem = checkApprovers(grant, handler.minApprovers(grant.facts)) ?? checkTime(grant, clock);
    if (problem) return no(problem);
    return { ok: true, grant: { grant, args: parsed.args, handler } as unknown as VerifiedGrant };
  } catch (error) {
    if (AppError.isInstance(error)) return no(refuse(error.code, error.message));
    throw error;
  }
}
