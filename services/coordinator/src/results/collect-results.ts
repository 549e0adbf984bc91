import { EFFECT_OWNERS } from "@quartermaster/language";
import type {
  AgentName,
  AgentStatus,
  Brief,
  Intent,
  JsonObject,
  Proposal,
  Question,
  Selector,
  Snapshot,
  TaskResult,
} from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import type { MergeInput } from "../merge/merge-input.ts";
import type { RequestRow } from "../requests/request-row.ts";

interface ResultRow {
  id: string;
  agent: AgentName;
  kind: Brief["kind"];
  wave: number;
  status: AgentStatus;
  stop_reason: string | null;
  brief: Signed<Brief>;
  result: Signed<TaskResult> | null;
}

export interface AgentAnswer {
  agent: AgentName;
  status: AgentStatus;
  answer: string | null;
  facts: TaskResult["answerFacts"];
}

/** Everything that the tasks of the current round brought, in wave order. */
export interface CollectedResults {
  proposals: Proposal[];
  reads: MergeInput["reads"][number][];
  snapshots: Snapshot[];
  failedCalls: MergeInput["failedCalls"][number][];
  missingSnapshots: Selector[];
  missingAgents: { agent: AgentName; status: AgentStatus }[];
  /** Agents that ended before they were done, and why. */
  stops: { agent: AgentName; stopReason: string }[];
  questions: Question[];
  refusals: { agent: AgentName; code: string; detail: string }[];
  answers: AgentAnswer[];
}

const RESULTS = `select t.id, t.agent, t.kind, t.wave, t.status, t.stop_reason, t.brief, r.result from tasks t left join task_results r on r.task_id = t.id
  where t.request_id = $1 and t.round = $2 order by t.wave, t.created_at, t.id`;

/** The agent kept within its limits and so did not finish; what it found counts. */
const STOPPED: readonly AgentStatus[] = ["budget", "repetition", "partial"];

/**
 * Refusals of agents that were only asked what they know of another agent's order: the order cannot stand on it. An agent that
 * refuses its own part of a request leaves the rest alone.
 */
export function objections(results: Pick<CollectedResults, "refusals">, intent: Intent | null): CollectedResults["refusals"] {
  if (!intent || intent.structured || intent.actionKinds.length === 0) return [];
  const acting = new Set(intent.actionKinds.map((kind) => EFFECT_OWNERS[kind]));
  return results.refusals.filter(({ agent }) => !acting.has(agent));
}

/** No usable answer came from the agent. */
const MISSING: readonly AgentStatus[] = ["failed", "timeout", "unavailable", "cancelled"];

const failedCallsOf = (row: ResultRow): CollectedResults["failedCalls"] => {
  const calls = row.brief.body.calls;
  return (row.result?.body.callErrors ?? []).flatMap((error) => {
    const call = calls[error.index];
    return call ? [{ agent: row.agent, tool: call.tool, args: call.args as JsonObject, code: error.code, detail: error.detail }] : [];
  });
};

const missingOf = (row: ResultRow): Selector[] => {
  const found = row.result?.body.snapshots ?? [];
  return row.brief.body.selectors.filter((wanted) => !found.some((snapshot) => snapshot.id === wanted.id && snapshot.kind === wanted.kind));
};

/** Reads the round's tasks and results and sorts them into what merge and answer need. */
export async function collectResults(tx: Tx, request: Pick<RequestRow, "id" | "round">): Promise<CollectedResults> {
  const rows = (
    await tx.query<ResultRow & Record<string, unknown>>({ name: "results-of-round", text: RESULTS, values: [request.id, request.round] })
  ).rows;
  const bodies = rows.flatMap((row) => (row.result ? [{ row, body: row.result.body }] : []));
  const missing = new Map(rows.filter((row) => MISSING.includes(row.status)).map((row) => [row.agent, row.status]));
  return {
    proposals: bodies.flatMap(({ body }) => body.proposals),
    reads: bodies.flatMap(({ row, body }) => body.reads.map((read) => ({ agent: row.agent, ...read }))),
    snapshots: bodies.flatMap(({ body }) => body.snapshots),
    failedCalls: rows.flatMap(failedCallsOf),
    missingSnapshots: rows.flatMap(missingOf),
    missingAgents: [...missing].map(([agent, status]) => ({ agent, status })),
    stops: rows
      .filter((row) => row.kind === "work" && STOPPED.includes(row.status))
      .map((row) => ({ agent: row.agent, stopReason: row.stop_reason ?? row.status })),
    questions: bodies.filter(({ body }) => body.status === "question").flatMap(({ body }) => body.questions),
    refusals: bodies.flatMap(({ row, body }) => (body.refusal && body.status === "refused" ? [{ agent: row.agent, ...body.refusal }] : [])),
    answers: bodies
      .filter(({ row }) => row.kind === "work")
      .map(({ row, body }) => ({ agent: row.agent, status: row.status, answer: body.answer, facts: body.answerFacts })),
  };
}
