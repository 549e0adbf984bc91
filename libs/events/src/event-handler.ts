import type { OutsideMapping } from "@quartermaster/executor";
import type { AgentName, ForeignFact, JsonObject, Role, Selector } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { z } from "zod";
import type { SentEffect } from "./sent-effects.ts";

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
  /**
   * Facts of records that other domains own, stated by their executors a moment ago. Ask once the own record is locked: what was stated
   * before may be over when the lock is there. Nobody is asked while it is locked: unless the answer is there the transaction ends, and
   * the plan is made again with it.
   */
  facts(selectors: readonly Selector[]): readonly ForeignFact[];
  /**
   * The effect that was sent outside under our reference; null for a reference of another form.
   * @throws AppError event_too_early while it is not on record yet, conflict, unknown_record
   */
  sentUnder(ourReference: string): Promise<SentEffect | null>;
  /** Effects of these tools on a record whose outcome is still open; `output` is the receipt's output that names the record. */
  waitingFor(tools: readonly string[], output: string, value: string): Promise<SentEffect[]>;
  /**
   * Refuses to go on while an effect of these tools on a record is on its way to an outside system. `answers` says that this event can
   * only be the answer to it.
   * @throws AppError event_too_early
   */
  refuseWhileSending(tools: readonly string[], record: string, answers: boolean): Promise<void>;
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
  /** The one effect that is answered; null when the answer belongs to none that waits, "all" for a fact that ends every one. */
  effectKey: string | "all" | null;
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
  /**
   * Locks what it touches, in id order, and checks that the state machine allows it.
   * @throws AppError with a stable code; nothing was changed then.
   */
  plan(what: W, context: EventContext): Promise<EventPlan>;
  /** Takes back what `undo` describes, if nothing later stands on it. @throws AppError event_not_correctable */
  revert?(undo: JsonObject, context: EventContext): Promise<EventPlan>;
}

/** What a scheduled change works with. */
export interface ScheduleContext extends Pick<EventContext, "tx" | "tenant" | "businessNow"> {
  causeId: string;
  /** Subjects that failed; they are left out. */
  skip: readonly string[];
}

/** A change that time alone causes. */
export interface ScheduledChange {
  name: string;
  /**
   * The next due change of the tenant, and the record that is due, locked without waiting; null when nothing is due. What may have to be
   * waited for is locked by `apply`: only then is it known which record to pass over.
   */
  next(context: ScheduleContext): Promise<(EventPlan & { subject: string }) | null>;
}

export interface EventsDefinition {
  domain: AgentName;
  // biome-ignore lint/suspicious/noExplicitAny: handlers have different members of `what`
  handlers: readonly EventHandler<any>[];
  scheduled: readonly ScheduledChange[];
  /** Ids of what each tool makes here, as its executor tells them to the outside system. */
  idsOf: OutsideMapping["idsOf"];
}
