import type { BusMessage } from "@quartermaster/shared/bus";
import { MESSAGE_TYPES, PlanState } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { lockRequestOfPlan } from "../requests/lock-request.ts";
import { tenantOf } from "../requests/request-store.ts";
import { readSteps, type StepRow } from "./plan-store.ts";
import { readEnvelope } from "./read-envelope.ts";
import { wakeNewerTurns } from "./wake-newer-turns.ts";

type StepNews = PlanState["steps"][number];

// News is followed by a question soon: the receipt that belongs to it may be lost. Only silence makes the questions rare.
const UPDATE_PLAN = `update plans set sequence = $3, state = $4, refusal = $5, asks = 0,
    ask_at = case when state = 'submitted' or ask_at is not null then now() + interval '30 seconds' end
  where id = $1 and revision = $2 and sequence < $3 and plan_hash = $6 returning request_id`;
/**
 * A receipt outranks what approvals says: it may have come first. A grant that went unused is taken back, so that the step can be
 * sent on again.
 */
const UPDATE_STEP = `update plan_steps set state = case when receipt is null then $4 else state end, code = case when receipt is null then $5 else code end,
  reason = case when receipt is null then $6 else reason end, approval = $7, preview = coalesce($8, preview), grant_id = case when receipt is null then $9 else coalesce($9, grant_id) end,
  decided_by = $10, updated_at = now() where plan_id = $1 and revision = $2 and step_id = $3`;

async function writeStep(tx: OutboxTx, state: PlanState, news: StepNews): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const values = [
    state.planId,
    state.revision,
    news.stepId,
    // A success counts once the executor's own receipt is here: the answer is made from it.
    news.state === "succeeded" ? "executing" : news.state,
    news.code,
    news.reason,
    json(news.approval),
    json(news.preview),
    news.grantId,
    JSON.stringify(news.decidedBy),
  ];
  await tx.query({ name: "step-state", text: UPDATE_STEP, values });
}

/** Events that follow from the difference between what was known of a step and what is told now. */
function eventsOf(
  before: StepRow | undefined,
  news: StepNews,
): { name: string; once: string; data: Record<string, string | number | null> }[] {
  const base = { stepId: news.stepId, tool: before?.tool ?? null };
  const events: ReturnType<typeof eventsOf> = [];
  const approval = news.approval;
  if (approval) {
    const item = { ...base, approvalId: approval.id, approvalRevision: approval.revision, required: approval.required };
    if (approval.required > 0)
      events.push({
        name: "approval.requested",
        once: `requested:${approval.id}:${approval.revision}`,
        data: { ...item, decideBy: approval.decideBy },
      });
    for (const decision of news.decidedBy) {
      events.push({
        name: "approval.decided",
        once: `decided:${approval.id}:${decision.user}:${decision.at}`,
        data: { ...item, by: decision.user, role: decision.role, decision: decision.decision, reason: decision.reason },
      });
    }
    if (approval.state === "expired") events.push({ name: "approval.expired", once: `expired:${approval.id}`, data: item });
  }
  if (news.state === "executing")
    events.push({ name: "step.executing", once: `executing:${news.grantId ?? news.stepId}`, data: { ...base, grantId: news.grantId } });
  if ((news.state === "stale" || news.state === "failed") && !before?.receipt)
    events.push({
      name: `step.${news.state}`,
      once: `${news.state}:${news.stepId}`,
      data: { ...base, code: news.code, detail: news.reason },
    });
  return events;
}

/** The request behind a picture that is known already; null when it shows another plan. */
async function requestOf(tx: OutboxTx, state: PlanState): Promise<string | null> {
  const text = "select request_id from plans where id = $1 and revision = $2 and plan_hash = $3";
  const found = await tx.query<{ request_id: string }>({
    name: "plan-request",
    text,
    values: [state.planId, state.revision, state.planHash],
  });
  return found.rows[0]?.request_id ?? null;
}

/** Stores a picture; null when it is older than what is known, or of another plan. */
async function takeState(tx: OutboxTx, tenant: string, state: PlanState): Promise<string | null> {
  await lockRequestOfPlan(tx, state.planId);
  const values = [
    state.planId,
    state.revision,
    state.sequence,
    state.state,
    state.refusal === null ? null : JSON.stringify(state.refusal),
    state.planHash,
  ];
  const taken = await tx.query<{ request_id: string }>({ name: "plan-state", text: UPDATE_PLAN, values });
  const requestId = taken.rows[0]?.request_id;
  if (requestId === undefined) return null;
  const before = await readSteps(tx, state.planId, state.revision);
  const thread =
    (await tx.query<{ thread_id: string }>("update requests set wake = wake + 1 where id = $1 returning thread_id", [requestId])).rows[0]
      ?.thread_id ?? "";
  for (const news of state.steps) {
    const known = before.find((step) => step.stepId === news.stepId);
    if (!known) continue;
    await writeStep(tx, state, news);
    for (const event of eventsOf(known, news))
      await recordEvent(tx, { id: requestId, tenant, threadId: thread }, event.name, event.data, event.once);
  }
  return requestId;
}

/** Takes approvals' full picture of a plan; the highest sequence wins, so order and duplicates do not matter. */
export async function onPlanState(
  context: Pick<CoordinatorContext, "pool" | "outbox" | "news">,
  orchestrator: Pick<Orchestrator, "kick">,
  message: BusMessage,
): Promise<void> {
  const state = readEnvelope(message.body, MESSAGE_TYPES.planState, PlanState);
  const tenant = await tenantOf(context.pool, "plans", state.planId);
  if (tenant === null || tenant !== state.tenant) return;
  // A picture that comes again may be one whose taker died after its commit: the request is moved all the same.
  const requestId = await context.outbox.transaction(
    tenant,
    async (tx) => (await takeState(tx, tenant, state)) ?? (await requestOf(tx, state)),
  );
  if (requestId === null) return;
  context.news.notify(requestId);
  orchestrator.kick(tenant, requestId);
  await wakeNewerTurns(context, orchestrator, tenant, requestId);
}
