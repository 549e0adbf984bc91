import type { AgentStatus, Budget, Usage } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { readSpent } from "../budget/budget-ledger.ts";
import { readPlanPicture, type StepRow } from "../handoff/plan-store.ts";
import { addUsage } from "./add-usage.ts";
import { readDoneSteps } from "./read-done-steps.ts";
import type { RequestRow } from "./request-row.ts";
import type { DoneStep } from "./taken-back.ts";
import { undoOfStep } from "./undo-of-step.ts";

interface TaskLine {
  id: string;
  agent: string;
  status: AgentStatus;
  stop_reason: string | null;
  usage: Usage | null;
  round: number;
}

const REPLACED = `select id from requests where thread_id = $1 and (superseded_by = $2 or id = any($3)) order by created_at, id limit 50`;

/** Ids of the requests that this one replaced, oldest first: open ones that it ended, and ended ones whose deeds it goes on from. */
async function readReplaced(tx: Tx, row: RequestRow): Promise<string[]> {
  const values = [row.threadId, row.id, row.supersedes];
  return (await tx.query<{ id: string }>({ name: "requests-replaced", text: REPLACED, values })).rows.map(({ id }) => id);
}

const viewStep = (row: StepRow, rows: readonly StepRow[], done: readonly DoneStep[]) => ({
  id: row.stepId,
  agent: row.agent,
  tool: row.tool,
  args: row.step.args,
  dependsOn: row.step.dependsOn,
  state: row.state,
  code: row.code,
  reason: row.reason,
  approval: row.approval,
  decidedBy: row.decidedBy,
  contentHash: row.step.contentHash,
  outcome: row.receipt?.externalOutcome ?? null,
  preview: row.preview ?? { before: [], after: [] },
  evidence: row.step.evidence.map(({ tool, record }) => ({ tool, record })),
  receipt: row.receipt,
  undo: undoOfStep(row, rows, done),
});

/** Latest status of each agent in the current round; an agent that could not be had stays visible as such. */
function viewAgents(tasks: TaskLine[], round: number): Record<string, unknown> {
  const agents: Record<string, unknown> = {};
  for (const task of tasks.filter(
    (line) => line.round === round || !tasks.some((other) => other.agent === line.agent && other.round === round),
  )) {
    agents[task.agent] = { status: task.status, taskId: task.id, stopReason: task.stop_reason, usage: task.usage ?? {} };
  }
  return agents;
}

/** What lists show of a request. */
export function summariseRequest(row: RequestRow) {
  return {
    id: row.id,
    threadId: row.threadId,
    status: row.status,
    text: row.text,
    language: row.language,
    requester: row.requester,
    mode: row.mode,
    waitingFor: row.waitingFor,
    attention: row.attention,
    answer: row.answer,
    supersededBy: row.supersededBy,
    answers: row.answers,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The resource `GET /v1/requests/{id}`. */
export async function viewRequest(tx: Tx, row: RequestRow, limit: Budget) {
  const spent = await readSpent(tx, row.id);
  const tasks = (
    await tx.query<TaskLine & Record<string, unknown>>({
      name: "tasks-of-request",
      text: "select id, agent, status, stop_reason, usage, round from tasks where request_id = $1 order by created_at, id",
      values: [row.id],
    })
  ).rows;
  const { plan, steps, earlier } = await readPlanPicture(tx, row.id);
  const all = [...earlier, ...steps];
  const done = await readDoneSteps(tx, row.tenant, all);
  return {
    ...summariseRequest(row),
    supersedes: await readReplaced(tx, row),
    actions: row.actions,
    intent: row.intent,
    agents: viewAgents(tasks, row.round),
    plan: plan
      ? {
          id: plan.id,
          revision: plan.revision,
          state: plan.state,
          steps: all.map((step) => viewStep(step, all, done)),
          conflicts: plan.plan.conflicts,
        }
      : null,
    conflicts: row.conflicts,
    openIssues: row.openIssues,
    cancelRequested: row.cancelRequested,
    answerFacts: row.answerFacts,
    questions: row.questions,
    refusal: row.refusal,
    usage: addUsage([row.intentUsage, ...tasks.map((task) => task.usage)]),
    budget: { limit, spent },
  };
}
