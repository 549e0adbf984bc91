import { readText, withdraws } from "@quartermaster/language";
import { type Budget, type Intent, Language, type PlanConflict, type Question } from "@quartermaster/shared/contracts";
import { type OutboxTx, transaction } from "@quartermaster/shared/db";
import { settleLease } from "../budget/budget-ledger.ts";
import { leaseIntent } from "../budget/lease-intent.ts";
import { costMicrosOf } from "../budget/read-limits.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { dispatchWave } from "../dispatch/dispatch-wave.ts";
import { planActionWaves, planIntentWaves } from "../dispatch/plan-waves.ts";
import { readBusinessNow } from "../dispatch/read-business-now.ts";
import { isWithdrawal } from "../handoff/read-cut-short.ts";
import { derivedKinds } from "../intent/derivation-table.ts";
import type { IntentOutcome, ModelCall } from "../intent/intent-outcome.ts";
import { readIntent } from "../intent/read-intent.ts";
import { isAboutNothing, openOrder } from "../intent/turn-relation.ts";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { threadField } from "../threads/thread-fields.ts";
import { changeThread, readThread, writeCheckpoint } from "../threads/thread-store.ts";
import { type ClosedTask, tellToStop } from "./close-tasks.ts";
import { askUser, finishRequest } from "./finish-request.ts";
import type { Run } from "./orchestrator.ts";
import { readDoneRequest, readOpenRequests, resumePaused, supersede } from "./thread-turn.ts";

const INTENT_TIMEOUT_MS = 90_000;

/** What a turn was about helps to read the next ones for a while. */
const LAST_ENTITIES_DAYS = 30;
const intentHolder = (run: Run): string => `intent:${run.owner}`;

/** Known steps are their own intent: what they name is allowed, what follows by rule is derived by merge. */
function intentOfActions(context: CoordinatorContext, row: RequestRow): Intent {
  const actions = row.actions ?? [];
  const effects = actions
    .filter((action) => context.catalogue.find(action.agent, action.tool)?.effect !== "read")
    .map((action) => action.tool);
  return {
    actionKinds: [...new Set(effects)],
    derivedKinds: row.mode === "exact" ? [] : derivedKinds(effects),
    entities: [],
    agents: [...new Set(actions.map((action) => action.agent))],
    limits: { quantities: [], dates: [] },
    language: row.language ?? "en",
    structured: true,
  };
}

async function start(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  intent: Intent,
  schedule: TaskPlan[][],
): Promise<boolean> {
  const language = row.language ?? intent.language;
  const entities = intent.entities.map(({ kind, id }) => ({ kind, id }));
  const fields = entities.length > 0 ? { lastEntities: threadField(entities, row.id, new Date(), LAST_ENTITIES_DAYS) } : {};
  await changeThread(tx, row.threadId, { fields, language });
  await writeCheckpoint(tx, row, "intent", { actionKinds: intent.actionKinds, agents: intent.agents, waves: schedule.length });
  const next: RequestRow = { ...row, intent, schedule, language };
  await changeRequest(tx, row, run.owner, {
    intent,
    language,
    goal: row.goal,
    relation: row.relation,
    acknowledge: row.acknowledge,
    again: row.again,
    answers: row.answers,
    supersedes: row.supersedes,
    intentUsage: row.intentUsage,
    questions: row.questions,
    conflicts: row.conflicts,
  });
  if (schedule.length === 0) await changeRequest(tx, next, run.owner, { phase: "merge", status: "merging", schedule });
  else await dispatchWave(context, tx, next, run.owner, 0);
  return true;
}

/** Two wishes that exclude each other are a conflict, asked as a question. */
const conflictOfQuestion = (question: Question): PlanConflict => ({
  code: question.id,
  severity: "ask",
  steps: [],
  detail: question.text,
  records: [],
  values: {},
});

const NO_USAGE = { modelCalls: 0, promptTokens: 0, completionTokens: 0, cost: null, estimated: false };
/** What asks nobody once nothing is left to lease: rules alone are a complete reading. */
const noModel: ModelCall = async () => ({ json: null, usage: NO_USAGE });

async function askForIntent(context: CoordinatorContext, row: RequestRow, run: Run, lease: Budget | null): Promise<IntentOutcome> {
  const { thread, open, done, businessNow } = await transaction(context.pool, row.tenant, async (tx) => ({
    thread: await readThread(tx, row.threadId, row.id, context.tokenizer),
    open: await readOpenRequests(tx, row),
    done: await readDoneRequest(tx, row),
    businessNow: await readBusinessNow(tx, row.tenant),
  }));
  const latest = openOrder(open);
  return await readIntent({
    text: row.text ?? "",
    language: row.language,
    threadLanguage: Language.safeParse(thread.language).data ?? null,
    threadFields: thread.fields,
    history: thread.history,
    pending: latest
      ? {
          questions: latest.questions,
          openRequest: { id: latest.id, text: latest.text ?? "", intent: latest.intent, acknowledge: latest.acknowledge },
        }
      : null,
    done,
    roles: row.requesterRoles,
    agents: context.agents.known(),
    tools: context.catalogue.tools(),
    businessNow,
    model: lease === null ? noModel : context.model.under(lease),
    signal: AbortSignal.any([AbortSignal.timeout(INTENT_TIMEOUT_MS), run.signal]),
  });
}

/**
 * True when a cancelling stands for this turn that nobody has read yet: what it would have said stands is this turn's to say. The words
 * of an order that is replaced unread are no such thing: what was done before it is no matter of its correction.
 */
function isUnreadCancelling(target: RequestRow, { relation, intent }: Pick<RequestRow, "relation" | "intent">): boolean {
  if (target.intent !== null) return false;
  const language = target.language ?? intent?.language ?? "en";
  return isWithdrawal({ relation, intent }) || withdraws(readText(target.text ?? "", language, target.createdAt));
}

const withAll = (known: readonly string[], more: readonly string[]): string[] => [...new Set([...known, ...more])];

/** Does what the turn means for the thread's open requests, in the transaction that fixes its intent. */
async function applyRelation(
  tx: OutboxTx,
  row: RequestRow,
  outcome: Extract<IntentOutcome, { kind: "intent" }>,
): Promise<{ next: RequestRow; closed: ClosedTask[] }> {
  const open = await readOpenRequests(tx, row);
  const asking = open.filter(({ phase }) => phase === "input");
  const target =
    outcome.relation === "answer"
      ? openOrder(asking.length > 0 ? asking : open)
      : outcome.relation === "correction"
        ? openOrder(open)
        : undefined;
  const closed = target ? await supersede(tx, target, row, outcome.relation === "answer" ? "answered" : "corrected") : [];
  await resumePaused(tx, row, target?.id);
  // What has ended stays as it ended; the answer names what it did, and what undoes that.
  const takesBack = outcome.relation === "correction" || outcome.relation === "answer";
  // A courtesy in between ("thanks") is open, but what a correction corrects is what was done before it.
  const isBehind = outcome.relation === "correction" && target !== undefined && isAboutNothing(target.questions);
  const done =
    takesBack && (target === undefined || isBehind || isUnreadCancelling(target, outcome)) ? await readDoneRequest(tx, row) : null;
  const next: RequestRow = {
    ...row,
    goal: outcome.goal,
    relation: outcome.relation,
    language: row.language ?? outcome.intent.language,
    intentUsage: outcome.usage,
    acknowledge: withAll(row.acknowledge, outcome.acknowledges),
    again: outcome.again,
    answers: outcome.relation === "answer" ? (target?.id ?? null) : null,
    supersedes: [target, done].flatMap((replaced) => (replaced ? [replaced.id] : [])),
  };
  return { next, closed };
}

async function applyOutcome(context: CoordinatorContext, row: RequestRow, run: Run, outcome: IntentOutcome): Promise<boolean> {
  const stopped: ClosedTask[] = [];
  const goesOn = await context.outbox.transaction(row.tenant, async (tx) => {
    await settleLease(tx, row.id, intentHolder(run), { ...outcome.usage, costMicros: costMicrosOf(outcome.usage.cost) });
    if (outcome.kind === "intent") {
      const { next, closed } = await applyRelation(tx, row, outcome);
      stopped.push(...closed);
      const prepared = outcome.asks ? { ...next, questions: outcome.asks, conflicts: outcome.asks.map(conflictOfQuestion) } : next;
      return await start(context, tx, prepared, run, outcome.intent, planIntentWaves(outcome.intent, context.catalogue.tools()));
    }
    await resumePaused(tx, row, undefined);
    const acknowledge = outcome.kind === "question" ? withAll(row.acknowledge, outcome.acknowledges) : row.acknowledge;
    const read = { ...row, intentUsage: outcome.usage, language: row.language ?? outcome.language, acknowledge };
    await changeRequest(tx, row, run.owner, { intentUsage: read.intentUsage, language: read.language, acknowledge });
    if (outcome.kind === "question") await askUser(context, tx, read, run, outcome.questions);
    else await finishRequest(context, tx, read, run, { status: "refused", refusal: { code: outcome.code, detail: outcome.detail } });
    return false;
  });
  tellToStop(context.bus, stopped, "superseded by a newer turn");
  return goesOn;
}

/** Fixes what the user's own words allow, then sends the first wave. Known steps need no model. */
export async function runIntent(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  if (row.actions) {
    const intent = intentOfActions(context, row);
    const schedule = planActionWaves(row.actions);
    return await context.outbox.transaction(row.tenant, (tx) => start(context, tx, row, run, intent, schedule));
  }
  const lease = await context.outbox.transaction(row.tenant, async (tx) => {
    if (row.status !== "routing") await changeRequest(tx, row, run.owner, { status: "routing" });
    return await leaseIntent(context, tx, row, intentHolder(run));
  });
  const routed: RequestRow = { ...row, status: "routing" };
  // A model that does not answer is no error: rules alone are a complete reading. What fails here (the database, mostly) is tried again.
  const outcome = await askForIntent(context, routed, run, lease);
  // Cancelled meanwhile: what was read of it is not acted on, and what the model was asked counts in full.
  if (run.signal.aborted) return true;
  return await applyOutcome(context, routed, run, outcome);
}
