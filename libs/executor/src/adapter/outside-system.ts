import type { JsonObject } from "@quartermaster/shared/contracts";

/** A record as the outside system has it now. */
export interface OutsideRecord {
  kind: string;
  id: string;
  /** Opaque text for compare-and-set: a row version, a time stamp, an ETag. */
  version: string;
  /** Quantities are decimal text; a number that came as a float is its source text, never a rounded value. */
  fields: JsonObject;
}

/** One effect as it is sent. What people approved, without balances and without ids that only exist later. */
export interface OutsideEffect {
  tenant: string;
  tool: string;
  content: JsonObject;
  /** The tool's arguments, references resolved: our ids of the records that it changes. */
  args: JsonObject;
  /** Our ids of the records that the effect makes here, by name, so that later effects and events can name them. */
  ids: Record<string, string>;
  /** Business time of the grant's use, ISO. */
  businessAt: string;
}

/** What the system made of an effect. The same key gives the same result, for ever. */
export interface OutsideResult {
  /** Their id of what was made: a transfer number, a booking number, an MRN. */
  reference: string;
  /** Version of the record afterwards, where the system has versions. */
  version: string | null;
  /** `pending` when the system took it in, but somebody else decides later: an authority, a carrier. */
  outcome: "confirmed" | "pending";
  fields: JsonObject;
}

/** Answer to `apply`. */
export type ApplyOutcome =
  | { kind: "applied" | "already_applied"; result: OutsideResult }
  /** The expected version is not the one there; nothing was done. */
  | { kind: "stale"; detail: string }
  /** The system says no for good; nothing was done. */
  | { kind: "rejected"; code: string; detail: string }
  /** No answer, or one that does not tell: it may or may not have been done. */
  | { kind: "unknown"; detail: string };

/** Answer to `lookup`. */
export type LookupOutcome =
  | { kind: "found"; result: OutsideResult }
  | { kind: "rejected"; code: string; detail: string }
  /** The system has nothing under this key now. A request that is still on its way may surface later. */
  | { kind: "not_found" }
  /** The system did not answer, or cannot search by key. */
  | { kind: "unknown"; detail: string };

/**
 * When an effect may be sent again after `lookup` said `not_found`.
 * `by_key`: at once; the system itself makes an effect once per key.
 * `after_quiet`: once nothing was sent for `quietMs`.
 * `never`: a person has to look; the receipt stays `unknown`.
 * `quietMs` is the time after which no request of ours can surface any more: only then `not_found` means that nothing was made.
 */
export type RepeatRule = { kind: "by_key"; quietMs: number } | { kind: "after_quiet"; quietMs: number } | { kind: "never" };

/**
 * A company's own system (ERP, WMS, TMS, carrier, customs broker) as the executor sees it. Every method MUST end when its signal
 * aborts. The executor calls `apply` outside of any transaction, after it wrote down that it will, and asks `lookup` before it
 * repeats anything.
 */
export interface OutsideSystem {
  readonly name: string;
  readonly repeat: RepeatRule;
  /** True for tools whose effect happens there; all others happen in our database alone. */
  carries(tool: string): boolean;
  /** Records by kind and id; what does not exist is left out. MUST NOT change anything. */
  read(tenant: string, selectors: readonly { kind: string; id: string }[], signal: AbortSignal): Promise<OutsideRecord[]>;
  /**
   * Makes the effect once for a key. `expectedVersion` null = no comparison. A key is taken by an effect that was made, not by a
   * refusal. A system without native idempotency stores the key in a free reference field and searches it first.
   * @throws AppError unavailable only when nothing can have reached the system; everything doubtful is `unknown`.
   */
  apply(effect: OutsideEffect, idempotencyKey: string, expectedVersion: string | null, signal: AbortSignal): Promise<ApplyOutcome>;
  /** What became of a key. MUST NOT change anything. */
  lookup(tenant: string, idempotencyKey: string, signal: AbortSignal): Promise<LookupOutcome>;
}
