import type { AgentName, ForeignFact, JsonObject, Role, Selector } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { z } from "zod";

/** Gateways of the outside world that may report events; each has a role in its token. */
export const SOURCES = ["customs", "carrier", "warehouse", "supplier"] as const;
export type EventSource = (typeof SOURCES)[number];
/** The role that a source signs in with. */
export const roleOfSource = (source: EventSource): Role => `${source}_gateway`;

/** What a handler works with; everything runs in one transaction of the events login. */
export interface EventContext {
  readonly tx: Tx;
  readonly tenant: string;
  readonly eventId: string;
  readonly source: EventSource;
  /** Business time now, ISO, read from the database. */
  readonly businessNow: string;
  /** Business time of the event, ISO; never later than now by more than the clocks may differ. */
  readonly at: string;
  readonly reason: string | null;
  /** Facts that other domains' executors stated just before the transaction. */
  readonly foreign: readonly ForeignFact[];
  /**
   * Outputs of the effect that was sent outside under our reference, when its outcome is still open.
   * @throws AppError event_too_early when the reference is one of ours and its effect is not on record yet.
   */
  outputsOf(ourReference: string): Promise<Record<string, string> | null>;
  /** Id of a record that this event creates: prefix and ten characters fixed by the event. */
  newRecordId(prefix: string, name: string): string;
}

/** The outcome of what was asked of an outside party, for the receipts that wait for it. */
export interface OutcomeNews {
  /** Tools whose receipts it may be. */
  tools: readonly string[];
  /** The receipt's output by which they are found, e.g. declarationId. */
  output: string;
  value: string;
  outcome: "confirmed" | "rejected";
  detail: string | null;
  /** Further outputs that only the outside party could give, e.g. the MRN. */
  outputs?: Record<string, string>;
}

/** What an event did. */
export interface EventEffect {
  records: { record: string; version: number }[];
  /** What `revert` needs to take it back; null when the event cannot be declared an error. */
  undo: JsonObject | null;
  outcomes?: OutcomeNews[];
}

/** What an event is going to do, worked out under lock. */
export interface EventPlan {
  /** Ids of every existing row that `apply` writes; the database refuses writes to any other. */
  entities: string[];
  apply(): Promise<EventEffect>;
}

/** One business step of a domain's world events. */
export interface EventHandler<W> {
  bizStep: string;
  /** Who may report it. */
  sources: readonly EventSource[];
  what: z.ZodType<W>;
  /** Records of other domains that decide whether it may happen; asked before the transaction. */
  needs?(what: W, context: Pick<EventContext, "tx" | "tenant">): Promise<Selector[]>;
  /**
   * Locks what it touches, in id order, and checks that the state machine allows it.
   * @throws AppError with a stable code; nothing was changed then.
   */
  plan(what: W, context: EventContext): Promise<EventPlan>;
  /** Takes back what `undo` describes, if nothing later stands on it. @throws AppError event_not_correctable */
  revert?(undo: JsonObject, context: EventContext): Promise<EventPlan>;
}

/** A change that time alone causes. */
export interface ScheduledChange {
  name: string;
  /** The next due change of the tenant, locked; null when nothing is due. */
  next(context: Pick<EventContext, "tx" | "tenant" | "businessNow"> & { causeId: string }): Promise<EventPlan | null>;
}

export interface EventsDefinition {
  domain: AgentName;
  // biome-ignore lint/suspicious/noExplicitAny: handlers have different members of `what`
  handlers: readonly EventHandler<any>[];
  scheduled: readonly ScheduledChange[];
}
