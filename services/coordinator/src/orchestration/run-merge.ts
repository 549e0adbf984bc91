import { type AgentName, newId, type Question } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { canonicalJson, stepMeaningKey } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { dispatchWave } from "../dispatch/dispatch-wave.ts";
import { readBusinessNow } from "../dispatch/read-business-now.ts";
import { withEdits } from "../handoff/follow-edits.ts";
import { isKept } from "../handoff/is-kept.ts";
import { readSteps } from "../handoff/plan-store.ts";
import { isWithdrawal } from "../handoff/read-cut-short.ts";
import { effectsInForce, readReplacedSteps } from "../handoff/read-replaced-steps.ts";
import { actionsOfSteps } from "../handoff/replan.ts";
import { submitPlan } from "../handoff/submit-plan.ts";
import { intentText } from "../intent/intent-texts.ts";
import type { MergeInput, MergeOutcome } from "../merge/merge-input.ts";
import { mergeProposals } from "../merge/merge-proposals.ts";
import { withOwnReasons } from "../merge/own-reasons.ts";
import type { RequestRow, TaskPlan } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { type CollectedResults, collectResults, objections } from "../results/collect-results.ts";
import { awaitReplaced } from "./await-replaced.ts";
import { correctsDone } from "./corrects-done.ts";
import { askUser, finishAnswered, finishRefused, finishRequest } from "./finish-request.ts";
import type { Run } from "./orchestrator.ts";

/** Waves that merge may add to those of the intent. */
const MAX_WAVES = 9;

const OPEN_USES = `select s.request_id, s.step_id, u ->> 'record' as record, u ->> 'quantity' as quantity
  from plan_steps s join requests r on r.id = s.request_id and r.plan_id = s.plan_id and r.revision = s.revision
  cross join lateral jsonb_array_elements(s.uses) u
  where s.tenant = $1 and r.phase <> 'done' and r.id <> all($2) and s.state in ('proposed', 'pending', 'approved', 'executing', 'stale')
    and u ->> 'record' = any($3)`;
/** Of a request that this one replaces only what was open is gone; what it did or may be doing is an effect like any other. */
export const MEANINGS = `select distinct on (s.meaning_key) s.meaning_key as "meaningKey", s.request_id as "requestId", s.thread_id as "threadId", s.created_at as at
  from plan_steps s join requests r on r.id = s.request_id
  where s.tenant = $1 and s.meaning_key = any($2) and s.request_id <> $3 and s.created_at > now() - interval '14 days'
    and (s.state in ('succeeded', 'executing', 'unknown')
      or (r.phase <> 'done' and s.revision = r.revision and s.request_id <> all($4) and s.state in ('proposed', 'pending', 'approved')))
  order by s.meaning_key, s.created_at desc`;

/**
 * Stock records whose units the proposals want, locked in sorted order until the plan is written: of two plans for the same
 * units, the second one sees the first.
 */
async function lockRecords(tx: OutboxTx, tenant: string, results: CollectedResults): Promise<string[]> {
  const records = results.proposals.flatMap((proposal) =>
    proposal.guards.flatMap((guard) => (guard.kind === "bound" ? [guard.record] : [])),
  );
  const sorted = [...new Set(records)].sort();
  for (const record of sorted) await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 2))", [`${tenant}/${record}`]);
  return sorted;
}

async function buildInput(tx: OutboxTx, row: RequestRow, results: CollectedResults): Promise<MergeInput> {
  if (!row.intent) throw new Error("a merge needs an intent");
  const records = await lockRecords(tx, row.tenant, results);
  const mine = [row.id, ...row.supersedes];
  const uses = await tx.query<{ request_id: string; step_id: string; record: string; quantity: string }>(OPEN_USES, [
    row.tenant,
    mine,
    records,
  ]);
  const stored = row.planId === null ? [] : await readSteps(tx, row.planId, row.revision);
  const previous = withEdits(stored);
  const words = row.goal ?? row.text ?? "";
  const before = {
    intent: row.intent,
    words,
    previousSteps: stored.map((step) => step.step),
    // An edit may have come after the calls went out, so both forms of it were planned.
    plannedBefore: [...actionsOfSteps(stored, row.conflicts), ...actionsOfSteps(previous, row.conflicts)],
    replaced: effectsInForce(await readReplacedSteps(tx, row)),
  };
  // Meanings are looked up by what will be planned, not by what a model wrote as the reason.
  const proposals = withOwnReasons(before, results.proposals);
  const keys = proposals.map((proposal) => stepMeaningKey(row.tenant, proposal.tool, proposal.meaning));
  const meanings = await tx.query<MergeInput["meaningHits"][number] & Record<string, unknown>>(MEANINGS, [
    row.tenant,
    keys,
    row.id,
    row.supersedes,
  ]);
  const kept = previous.filter(isKept);
  return {
    tenant: row.tenant,
    requestId: row.id,
    threadId: row.threadId,
    language: row.language ?? row.intent.language,
    businessNow: await readBusinessNow(tx, row.tenant),
    ...before,
    mode: row.mode,
    acknowledge: row.acknowledge,
    again: row.again,
    corrects: await correctsDone(tx, row),
    proposals,
    reads: results.reads,
    snapshots: results.snapshots,
    failedCalls: results.failedCalls,
    missingSnapshots: results.missingSnapshots,
    missingAgents: results.missingAgents,
    openPlans: uses.rows.map((use) => ({ requestId: use.request_id, stepId: use.step_id, record: use.record, quantity: use.quantity })),
    meaningHits: meanings.rows,
    keptSteps: kept.map((step) => step.step),
    madeBefore: new Map(stored.flatMap(({ stepId, receipt }) => (receipt ? [[stepId, receipt.outputs] as const] : []))),
    narrowedSteps: previous.filter((step) => !stored.includes(step)).map((step) => step.step),
    newId: (prefix) => newId(prefix),
  };
}

/** Another wave of known calls or snapshots; the same calls twice would be a loop without progress. */
async function addWave(context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, wave: TaskPlan[]): Promise<boolean> {
  const asked = new Set(row.schedule.flat().map((task) => canonicalJson([task.agent, task.calls, task.selectors])));
  const fresh = wave.filter((task) => !asked.has(canonicalJson([task.agent, task.calls, task.selectors])));
  if (fresh.length === 0 || row.schedule.length >= MAX_WAVES) {
    const refusal = { code: "no_progress", detail: "the agents' proposals need further steps that could not be made" };
    await finishRequest(context, tx, row, run, { status: "failed", refusal });
    return false;
  }
  await dispatchWave(context, tx, { ...row, schedule: [...row.schedule, fresh] }, run.owner, row.schedule.length);
  return true;
}

/** One task an agent, in the order in which the agents first occur. */
function onePerAgent(agents: readonly AgentName[], task: (agent: AgentName) => TaskPlan): TaskPlan[] {
  return [...new Set(agents)].map(task);
}

const needsWave = (outcome: Extract<MergeOutcome, { kind: "needs" }>): TaskPlan[] =>
  onePerAgent(
    outcome.needs.map((need) => need.agent),
    (agent) => ({
      agent,
      kind: "actions",
      calls: outcome.needs.filter((need) => need.agent === agent),
      selectors: [],
      planned: outcome.planned,
      facts: outcome.facts,
    }),
  );

const snapshotWave = (outcome: Extract<MergeOutcome, { kind: "snapshots" }>): TaskPlan[] =>
  onePerAgent(
    outcome.selectors.map((selector) => selector.domain),
    (agent) => ({
      agent,
      kind: "snapshot",
      calls: [],
      selectors: outcome.selectors.filter((selector) => selector.domain === agent),
      planned: [],
      facts: [],
    }),
  );

async function applyOutcome(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  outcome: MergeOutcome,
  results: CollectedResults,
): Promise<boolean> {
  switch (outcome.kind) {
    case "needs":
      return await addWave(context, tx, row, run, needsWave(outcome));
    case "snapshots":
      return await addWave(context, tx, row, run, snapshotWave(outcome));
    case "plan":
      await context.faults("coordinator.beforePlanWrite");
      await submitPlan(context, tx, row, run, outcome);
      return true;
    case "question":
      await changeRequest(tx, row, run.owner, { conflicts: outcome.conflicts });
      await askUser(context, tx, row, run, outcome.questions);
      return false;
    case "refusal":
      await finishRequest(context, tx, row, run, {
        status: "refused",
        refusal: { code: outcome.code, detail: outcome.detail },
        conflicts: outcome.conflicts,
      });
      return false;
    case "answer":
      // A question that reads were to prepare (two wishes that exclude each other).
      if (row.questions.length > 0) await askUser(context, tx, row, run, withDeparture(row, results));
      else await finishAnswered(context, tx, row, run, results, outcome.conflicts);
      return false;
    case "incomplete": {
      const openIssues = outcome.missing.map((missing) => ({
        code: `agent_${missing.status}`,
        detail: `${missing.agent} is ${missing.status}`,
        agent: missing.agent,
      }));
      await finishRequest(context, tx, row, run, {
        status: "incomplete",
        refusal: { code: "incomplete", detail: outcome.detail },
        conflicts: outcome.conflicts,
        openIssues,
      });
      return false;
    }
  }
}

/** The prepared questions with the departure that the reads found. */
function withDeparture(row: RequestRow, results: CollectedResults): Question[] {
  const language = row.language ?? row.intent?.language ?? "en";
  const shipment = results.reads.flatMap((read) => read.records).find((record) => record.kind === "shipment");
  const etd = shipment?.fields.etd;
  if (!shipment || typeof etd !== "string") return row.questions;
  const planned = intentText("planned_departure", language, { object: shipment.id, etd });
  return row.questions.map((question) => ({ ...question, text: `${question.text} ${planned}`.slice(0, 1000) }));
}

/** Puts the agents' proposals together: a plan, more work, a question, a refusal or an answer. */
export async function runMerge(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  await context.faults("coordinator.beforeMerge");
  const state = { planned: false };
  const goesOn = await context.outbox.transaction(row.tenant, async (tx) => {
    const results = await collectResults(tx, row);
    const against = objections(results, row.intent);
    if (against.length > 0) {
      await finishRefused(context, tx, row, run, results);
      return false;
    }
    // A cancelling waits as well: only then can be said what came before it, and what is not done any more.
    if ((results.proposals.length > 0 || isWithdrawal(row)) && (await awaitReplaced(tx, row, run))) return false;
    const outcome = mergeProposals(await buildInput(tx, row, results));
    state.planned = outcome.kind === "plan";
    context.log.info(
      { requestId: row.id, outcome: outcome.kind, proposals: results.proposals.length, round: row.round },
      "proposals merged",
    );
    return await applyOutcome(context, tx, row, run, outcome, results);
  });
  if (state.planned) await context.faults("coordinator.afterPlanWrite");
  return goesOn;
}
