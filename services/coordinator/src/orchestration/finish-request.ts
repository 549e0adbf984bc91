import { newId, type PlanConflict, type Question, type RequestStatus, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { buildAnswer } from "../answer/build-answer.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { readPlanPicture } from "../handoff/plan-store.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import type { OpenIssue, RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { type CollectedResults, collectResults } from "../results/collect-results.ts";
import { writeCheckpoint } from "../threads/thread-store.ts";
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

/** Ends a request with an answer made from records, receipts and decisions only. */
export async function finishRequest(_context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, ending: Ending): Promise<void> {
  const picture = await readPlanPicture(tx, row.id);
  const results = await collectResults(tx, row);
  const openIssues = ending.openIssues ?? [];
  const { text, facts } = buildAnswer({
    language: row.language ?? row.intent?.language ?? "en",
    status: ending.status,
    words: row.text ?? "",
    dryRun: row.mode === "dry_run",
    steps: [...picture.earlier, ...picture.steps],
    results,
    refusal: ending.refusal ?? picture.plan?.refusal ?? null,
    conflicts: ending.conflicts ?? row.conflicts,
    openIssues,
  });
  await say(tx, row, text);
  await resumePaused(tx, row, undefined);
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

/** Ends a request for which nothing needs doing: what was read is the answer, and what could not be read is named. */
export async function finishAnswered(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  results: CollectedResults,
  conflicts: PlanConflict[],
): Promise<void> {
  const openIssues = [
    ...results.missingAgents.map(({ agent, status }) => ({ code: `agent_${status}`, detail: `${agent} is ${status}`, agent })),
    ...results.stops.map(({ agent, stopReason }) => ({ code: `agent_${stopReason}`, detail: `${agent} stopped: ${stopReason}`, agent })),
  ];
  const refusal = results.refusals[0];
  const answered = results.reads.length > 0 || results.answers.some((answer) => answer.answer !== null && answer.status !== "refused");
  if (refusal && !answered)
    return await finishRequest(context, tx, row, run, {
      status: "refused",
      refusal: { code: refusal.code, detail: refusal.detail },
      conflicts,
      openIssues,
    });
  await finishRequest(context, tx, row, run, { status: openIssues.length > 0 ? "incomplete" : "completed", conflicts, openIssues });
}

/** Gives the turn back to the user. What an earlier revision left undecided is withdrawn: the answer makes a new plan. */
export async function askUser(_context: CoordinatorContext, tx: OutboxTx, row: RequestRow, run: Run, questions: Question[]): Promise<void> {
  await say(tx, row, questions.map((question) => question.text).join("\n"));
  if (row.planId !== null) {
    const command = {
      type: "withdraw" as const,
      tenant: row.tenant,
      requestId: row.id,
      planId: row.planId,
      reason: "a question is open",
      supersededBy: null,
    };
    sendPlanCommand(tx, command, `withdraw:${row.id}:${row.revision}`);
  }
  await changeRequest(tx, row, run.owner, { status: "awaiting_input", phase: "input", waitingFor: "requester", questions });
  await writeCheckpoint(tx, row, "question", { questions: questions.map((question) => question.id) });
}

/** Ends a cancelled request that has no plan yet; its tasks are told to stop and late results count for nothing. */
export async function finishCancelled(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  const stopped = await context.outbox.transaction(row.tenant, async (tx) => {
    const open = await tx.query<{ id: string; agent: string }>(
      "update tasks set status = 'cancelled', stop_reason = 'cancelled', finished_at = now() where request_id = $1 and finished_at is null returning id, agent",
      [row.id],
    );
    await finishRequest(context, tx, row, run, { status: "cancelled" });
    return open.rows;
  });
  for (const task of stopped)
    context.bus.publishCore(subjects.cancel(task.agent, task.id), JSON.stringify({ taskId: task.id, reason: "cancelled by the user" }));
  return false;
}
