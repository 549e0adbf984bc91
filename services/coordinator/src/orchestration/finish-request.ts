import { newId, type PlanConflict, type Question, type RequestStatus } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { NOT_FOUND, trustedWords } from "../answer/answer-from-reads.ts";
import { buildAnswer } from "../answer/build-answer.ts";
import { placeNames } from "../answer/place-names.ts";
import { inPlainWords } from "../answer/plain-questions.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { type PlanRow, readPlanPicture } from "../handoff/plan-store.ts";
import { readCutShort } from "../handoff/read-cut-short.ts";
import { readReplacedSteps, withoutTakenBack } from "../handoff/read-replaced-steps.ts";
import { readUnplanned } from "../handoff/read-unplanned.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import { asksAboutRecords } from "../intent/asks-about-records.ts";
import { lockRequest } from "../requests/lock-request.ts";
import { hasPlan, type OpenIssue, type RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { type CollectedResults, collectResults } from "../results/collect-results.ts";
import { writeCheckpoint } from "../threads/thread-store.ts";
import { closeTasks, tellToStop } from "./close-tasks.ts";
import type { Run } from "./orchestrator.ts";
import { resumePaused } from "./thread-turn.ts";

export interface Ending {
  status: RequestStatus;
  refusal?: { code: string; detail: string };
  openIssues?: OpenIssue[];
  conflicts?: PlanConflict[];
}

async function say(tx: OutboxTx, row: RequestRow, text: string): Promise<void> {
  const values = [row.tenant, newId("msg"), row.threadId, row.id, text];
  await tx.query({
    name: "answer-insert",
    text: "insert into messages (tenant, id, thread_id, request_id, role, text) values ($1, $2, $3, $4, 'assistant', $5) on conflict do nothing",
    values,
  });
}

function withdrawPlan(tx: Pick<OutboxTx, "send">, row: RequestRow, reason: string, msgId: string): void {
  if (!hasPlan(row)) return;
  const command = { type: "withdraw" as const, tenant: row.tenant, requestId: row.id, planId: row.planId, reason, supersededBy: null };
  sendPlanCommand(tx, command, msgId);
}

/** True when people could still decide items of a request that ends: it ends while planned again, or its last revision was not taken. */
export const leavesItemsOpen = (
  row: Pick<RequestRow, "planId" | "mode" | "phase" | "revision">,
  plan: Pick<PlanRow, "state"> | null,
): boolean => hasPlan(row) && (row.phase !== "plan" || plan?.state === "conflict" || (plan?.state === "refused" && row.revision > 1));

/** True of a turn for which nobody was asked anything and which took nothing back. */
const onlyTold = ({ relation, intent }: Pick<RequestRow, "relation" | "intent">): boolean =>
  (relation === "follow_up" || relation === "new") && intent !== null && intent.actionKinds.length + intent.agents.length === 0;

/** Ends a request with an answer made from records, receipts and decisions only. */
export async function finishRequest(_context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, ending: Ending): Promise<void> {
  const picture = await readPlanPicture(tx, row.id);
  const results = await collectResults(tx, row);
  const openIssues = ending.openIssues ?? [];
  const cut = await readCutShort(tx, row);
  const { text, facts } = buildAnswer({
    language: row.language ?? row.intent?.language ?? "en",
    status: ending.status,
    words: row.text ?? "",
    dryRun: row.mode === "dry_run",
    ordered: (row.intent?.actionKinds.length ?? 0) > 0,
    told: onlyTold(row),
    cancelAsked: row.cancelRequested,
    steps: [...picture.earlier, ...picture.steps],
    replaced: withoutTakenBack(await readReplacedSteps(tx, row), [...picture.earlier, ...picture.steps]),
    cut,
    results,
    refusal: ending.refusal ?? picture.plan?.refusal ?? null,
    conflicts: ending.conflicts ?? row.conflicts,
    unplanned: picture.plan ? await readUnplanned(tx, row) : [],
    names: placeNames(results),
    openIssues,
  });
  await say(tx, row, text);
  await resumePaused(tx, row, undefined);
  if (leavesItemsOpen(row, picture.plan)) withdrawPlan(tx, row, "the request has ended", `withdraw:${row.id}:end`);
  await changeRequest(tx, row, run.owner, {
    status: ending.status,
    phase: "done",
    waitingFor: null,
    attention: false,
    answer: text,
    answerFacts: facts,
    openIssues,
    refusal: ending.refusal ?? null,
    questions: [],
    ...(ending.conflicts ? { conflicts: ending.conflicts } : {}),
  });
  await writeCheckpoint(tx, row, "answer", { status: ending.status });
}

/** What came to nothing although an agent was asked and none stopped or was missing: an order, or a question that nobody looked into. */
function unmet(ordered: boolean, results: CollectedResults, row: Pick<RequestRow, "text" | "intent" | "createdAt">) {
  const words = row.text ?? "";
  const asked = results.answers.map(({ agent }) => agent);
  const [agent] = asked;
  if (agent === undefined) return [];
  const who = [...new Set(asked)].join(", ");
  if (ordered) return [{ code: "order_unmet", detail: `${who} proposed nothing of what was ordered`, agent }];
  if (results.reads.length > 0) return [];
  const said = trustedWords({ results, words }, []);
  // What is asked of a record is in no conversation: words without a look at it are made up, unless they say that there is none.
  const mayStand = !asksAboutRecords(words, row.intent?.language ?? "en", row.createdAt) || said.every((text) => NOT_FOUND.test(text));
  if (said.length > 0 && mayStand) return [];
  return [{ code: "nothing_read", detail: `${who} looked nothing up`, agent }];
}

/** Ends a request for which nothing needs doing: what was read is the answer, and what could not be read is named. */
export async function finishAnswered(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  results: CollectedResults,
  conflicts: PlanConflict[],
): Promise<void> {
  const openIssues: OpenIssue[] = [
    ...results.missingAgents.map(({ agent, status }) => ({ code: `agent_${status}`, detail: `${agent} is ${status}`, agent })),
    ...results.stops.map(({ agent, stopReason }) => ({ code: `agent_${stopReason}`, detail: `${agent} stopped: ${stopReason}`, agent })),
  ];
  const { late } = await readCutShort(tx, row);
  for (const { stepId, agent, tool } of late)
    openIssues.push({ code: "cancel_too_late", detail: `${tool} was done before the cancelling came`, stepId, agent });
  const refusal = results.refusals[0];
  const answered = results.reads.length > 0 || results.answers.some((answer) => answer.answer !== null && answer.status !== "refused");
  // What was looked up on the way answers a question, but not an order.
  const ordered = (row.intent?.actionKinds.length ?? 0) > 0;
  if (refusal && (ordered || !answered)) return await finishRefused(context, tx, row, run, results, conflicts, openIssues);
  if (openIssues.length === 0) openIssues.push(...unmet(ordered, results, row));
  await finishRequest(context, tx, row, run, { status: openIssues.length > 0 ? "incomplete" : "completed", conflicts, openIssues });
}

/** What agents refused, as one refusal with every reason, each of them reported as a conflict. */
export async function finishRefused(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  results: Pick<CollectedResults, "refusals">,
  conflicts: PlanConflict[] = [],
  openIssues: OpenIssue[] = [],
): Promise<void> {
  const found = results.refusals.map(
    ({ code, detail }): PlanConflict => ({ code, severity: "refuse", steps: [], detail, records: [], values: {} }),
  );
  const code = results.refusals[0]?.code ?? "refused";
  const detail = [...new Set(results.refusals.map((refusal) => refusal.detail))].join(" ");
  await finishRequest(context, tx, row, run, {
    status: "refused",
    refusal: { code, detail },
    conflicts: [...conflicts, ...found],
    openIssues,
  });
}

/** Gives the turn back to the user. What an earlier revision left undecided is withdrawn: the answer makes a new plan. */
export async function askUser(_context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, asked: Question[]): Promise<void> {
  const questions = inPlainWords(asked, row.language ?? row.intent?.language ?? "en", placeNames(await collectResults(tx, row)));
  await say(tx, row, questions.map((question) => question.text).join("\n"));
  withdrawPlan(tx, row, "a question is open", `withdraw:${row.id}:${row.revision}`);
  await changeRequest(tx, row, run.owner, { status: "awaiting_input", phase: "input", waitingFor: "requester", questions });
  await writeCheckpoint(tx, row, "question", { questions: questions.map((question) => question.id) });
}

/** Ends a cancelled request that has no plan yet; its tasks are told to stop and late results count for nothing. */
export async function finishCancelled(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  const stopped = await context.outbox.transaction(row.tenant, async (tx) => {
    await lockRequest(tx, row.id);
    const open = await closeTasks(tx, row.id, "cancelled");
    await finishRequest(context, tx, row, run, { status: "cancelled" });
    return open;
  });
  tellToStop(context.bus, stopped, "cancelled by the user");
  return false;
}

/**
 * Gives up planning again for a cancelled request: what approvals holds of it decides how it ends, for something of it may run.
 * True, so that the plan is followed at once.
 */
export async function returnToPlan(context: Pick<CoordinatorContext, "outbox" | "bus">, row: RequestRow, run: Run): Promise<boolean> {
  const stopped = await context.outbox.transaction(row.tenant, async (tx) => {
    await lockRequest(tx, row.id);
    const open = await closeTasks(tx, row.id, "cancelled");
    await changeRequest(tx, row, run.owner, { phase: "plan", status: "executing", waitingFor: null, pendingResults: 0, questions: [] });
    return open;
  });
  tellToStop(context.bus, stopped, "cancelled by the user");
  return true;
}
