import { type Brief, type Snapshot, TaskResult } from "@quartermaster/shared/contracts";
import { answerFacts } from "./answer-facts.ts";
import type { LoopEnd } from "./loop-end.ts";
import { microsToDecimal } from "./prices.ts";
import { taintOf } from "./said-by-requester.ts";
import type { TaskState } from "./task-state.ts";

/** Stream messages hold at most 512 KiB; the A2A frame and the signature need a little of it. */
const MAX_RESULT_BYTES = 400_000;

export interface ResultInput {
  brief: Brief;
  state: TaskState;
  end: LoopEnd;
  owner: string;
  sequence: number;
  agentVersion: string;
  toolsetHash: string;
  promptHash: string;
  finishedAt: string;
  /** True when the model has a price. */
  priced?: boolean;
  /** Records of a snapshot task. */
  snapshots?: readonly Snapshot[];
}

/** Newest version of each record, at most 200. */
function newest(snapshots: readonly Snapshot[]): Snapshot[] {
  const byId = new Map<string, Snapshot>();
  for (const snapshot of snapshots) {
    const key = `${snapshot.domain}/${snapshot.kind}/${snapshot.id}`;
    const known = byId.get(key);
    if (!known || known.version <= snapshot.version) byId.set(key, snapshot);
  }
  return [...byId.values()].slice(0, 200);
}

/**
 * Makes a result fit into a message: reads are cut first, from the end, since proposals carry their own evidence. Proposals are
 * never cut: a part of what an agent means as a whole is another plan. Where they alone are too large, the task has failed.
 */
function fit(result: TaskResult): TaskResult {
  let fitting = result;
  while (Buffer.byteLength(JSON.stringify(fitting)) > MAX_RESULT_BYTES && fitting.reads.length > 0) {
    const last = fitting.reads.at(-1);
    const shorter =
      last && last.records.length > 0 ? [...fitting.reads.slice(0, -1), { ...last, records: [] }] : fitting.reads.slice(0, -1);
    fitting = { ...fitting, reads: shorter };
  }
  while (Buffer.byteLength(JSON.stringify(fitting)) > MAX_RESULT_BYTES && fitting.snapshots.length > 0) {
    fitting = { ...fitting, snapshots: fitting.snapshots.slice(0, Math.floor(fitting.snapshots.length / 2)) };
  }
  if (Buffer.byteLength(JSON.stringify(fitting)) <= MAX_RESULT_BYTES) return fitting;
  const { remembered: _too, ...rest } = fitting;
  const nothing = { proposals: [], questions: [], callErrors: [], answer: null, answerFacts: [], refusal: null, taintSources: [] };
  return { ...rest, ...nothing, status: "failed", stopReason: "result_too_large" };
}

/** Makes the result of a task from its state and end. A refused task keeps no proposals: it declines as a whole. */
export function buildResult(input: ResultInput): TaskResult {
  const { brief, state, end } = input;
  const reads = state.reads.slice(0, 60);
  const taint = taintOf(brief, state);
  return TaskResult.parse(
    fit({
      v: 1,
      taskId: brief.taskId,
      agent: brief.agent,
      owner: input.owner,
      sequence: input.sequence,
      status: end.status,
      stopReason: end.stopReason,
      proposals: end.status === "refused" ? [] : state.proposals.slice(0, 40),
      reads,
      snapshots: newest(input.snapshots ?? state.records.map((record) => record.snapshot)),
      answer: end.answer,
      answerFacts: answerFacts(reads),
      questions: state.questions.slice(0, 6),
      refusal: end.refusal,
      callErrors: end.callErrors,
      tainted: taint.length > 0,
      taintSources: taint.slice(0, 60),
      usage: {
        modelCalls: state.modelCalls,
        promptTokens: state.promptTokens,
        completionTokens: state.completionTokens,
        cost: input.priced ? microsToDecimal(state.costMicros) : null,
        estimated: state.estimated,
      },
      language: brief.language,
      agentVersion: input.agentVersion,
      toolsetHash: input.toolsetHash,
      promptHash: input.promptHash,
      finishedAt: input.finishedAt,
      // A task that declines as a whole keeps nothing.
      ...(state.remembered.length > 0 && end.status !== "refused" ? { remembered: state.remembered } : {}),
    }),
  );
}
