import { type FeedEvent, MESSAGE_TYPES, newId, type PlanState, subjects } from "@quartermaster/shared/contracts";
import { MAX_BODY_BYTES, type Outbox, type OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { scheduleAlerts } from "../alerts/schedule-alerts.ts";
import type { ApprovalPicture, PlanPicture } from "../decision/plan-picture.ts";
import { planStateOf } from "../inbox/plan-state.ts";
import { shortPlanState } from "../inbox/short-plan-state.ts";
import { appendEntry, type LedgerEntry } from "../ledger/append-entry.ts";
import { notesOfChange } from "../notifications/notes/notes-of-change.ts";
import { storeNotes } from "../notifications/notes/store-notes.ts";
import { envelope } from "./envelope.ts";
import { loadPlan, readHead } from "./load-plan.ts";
import { savePlan } from "./save-plan.ts";
import { stateMessageId } from "./state-message-id.ts";

/** One locked plan inside a transaction: change `plan`, say what happened, and everything is written, logged and published together. */
export interface PlanUnit {
  readonly tx: OutboxTx;
  readonly plan: PlanPicture;
  /** Database time and business time of this transaction, ISO. */
  readonly now: string;
  readonly businessNow: string;
  ledger(entry: Pick<LedgerEntry, "kind" | "subject" | "actor" | "body"> & { stepId?: string }): void;
  event(name: string, data: FeedEvent["data"]): void;
  /** Publishes a plan state even when nothing differs. */
  touch(state?: PlanState["state"]): void;
}

interface Collected {
  entries: LedgerEntry[];
  events: FeedEvent[];
  touched: boolean;
  state: PlanState["state"] | undefined;
}

const QUEUE_EVENT = "insert into queue_events (tenant, name, approval_id, revision, data) values ($1, $2, $3, $4, $5)";

/** Tells the readers of the queue that an item is new or differs. */
export async function announce(tx: OutboxTx, plan: Pick<PlanPicture, "tenant">, approval: ApprovalPicture): Promise<void> {
  const given = approval.slots.filter((slot) => slot.filledBy !== null).length;
  const data = {
    id: approval.id,
    revision: approval.revision,
    state: approval.state,
    given,
    required: approval.policy.required,
    claimedBy: approval.claimedBy,
    paused: approval.pausedUntil !== null,
  };
  await tx.query({
    name: "queue-event",
    text: QUEUE_EVENT,
    values: [plan.tenant, "approval.changed", approval.id, approval.revision, JSON.stringify(data)],
  });
}

async function publish(tx: OutboxTx, plan: PlanPicture, collected: Collected, now: string): Promise<void> {
  const sequence =
    (
      await tx.query<{ sequence: number }>("update plan_heads set sequence = sequence + 1 where plan_id = $1 returning sequence", [
        plan.planId,
      ])
    ).rows[0]?.sequence ?? 1;
  const state = planStateOf(plan, sequence, now, collected.state);
  const write = (told: PlanState) => JSON.stringify(envelope(MESSAGE_TYPES.planState, plan.tenant, plan.requestId, told, now));
  const full = write(state);
  tx.send({
    subject: subjects.decision(plan.tenant, plan.requestId),
    msgId: stateMessageId(plan.planId, sequence),
    body: Buffer.byteLength(full) > MAX_BODY_BYTES ? write(shortPlanState(state)) : full,
  });
}

/**
 * Runs `work` on the revision in force (or the given one) of a locked plan. Afterwards, in the same transaction: rows that differ,
 * ledger entries, queue events, feed events, and a plan state with the next sequence when anything changed.
 * @throws AppError not_found when there is no such plan.
 */
export async function changePlan<T>(
  outbox: Pick<Outbox, "transaction">,
  tenant: string,
  planId: string,
  work: (unit: PlanUnit) => Promise<T>,
  revision?: number,
): Promise<T> {
  return await outbox.transaction(tenant, async (tx) => {
    const head = await readHead(tx, planId, true);
    if (!head) throw new AppError("not_found", { detail: "there is no such plan" });
    const plan = await loadPlan(tx, tenant, head, revision ?? head.revision);
    if (!plan) throw new AppError("not_found", { detail: "there is no such plan revision" });
    const clock = (
      await tx.query<{ now: string; business: string }>({
        name: "clock",
        text: "select now(), business_now($1) as business",
        values: [tenant],
      })
    ).rows[0];
    const now = clock?.now ?? new Date().toISOString();
    const original = structuredClone(plan);
    const collected: Collected = { entries: [], events: [], touched: false, state: undefined };
    const result = await work({
      tx,
      plan,
      now,
      businessNow: clock?.business ?? now,
      ledger: ({ stepId, ...entry }) => collected.entries.push({ ...entry, requestId: plan.requestId, planId, stepId: stepId ?? null }),
      event: (name, data) =>
        collected.events.push({ id: newId("evt"), name, tenant, requestId: plan.requestId, threadId: plan.threadId, at: now, data }),
      touch: (state) => {
        collected.touched = true;
        collected.state = state;
      },
    });
    const saved = await savePlan(tx, original, plan);
    await scheduleAlerts(tx, original, plan, clock?.business ?? now);
    await storeNotes(tx, tenant, notesOfChange(original, plan));
    for (const approval of saved.approvals) await announce(tx, plan, approval);
    for (const entry of collected.entries) await appendEntry(tx, tenant, entry);
    if (saved.changed || collected.touched) await publish(tx, plan, collected, now);
    for (const event of collected.events) {
      const body = envelope(MESSAGE_TYPES.event, tenant, plan.requestId, event, now);
      tx.send({ subject: subjects.event("approvals", tenant, plan.threadId), msgId: event.id, body });
    }
    return result;
  });
}
