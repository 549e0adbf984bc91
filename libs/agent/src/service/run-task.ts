import type { Snapshot } from "@quartermaster/shared/contracts";
import type { Pool } from "@quartermaster/shared/db";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import type { CallLease } from "../agent/budget.ts";
import type { JournalEntry, ToolEntry } from "../agent/journal.ts";
import { endWith, type LoopEnd } from "../agent/loop-end.ts";
import type { Model } from "../agent/model.ts";
import type { ModelPrice } from "../agent/prices.ts";
import type { Recorder } from "../agent/recorder.ts";
import { runActions } from "../agent/run-actions.ts";
import { runLoop } from "../agent/run-loop.ts";
import type { TaskState } from "../agent/task-state.ts";
import type { Tokenizer } from "../agent/tokenizer.ts";
import type { ToolRegistry } from "../agent/tool-registry.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import type { Feed } from "./feed.ts";
import type { AgentMetrics } from "./metrics.ts";
import { TaskAbort } from "./task-abort.ts";
import type { TaskRow, TaskStore } from "./task-store.ts";
import { createToolHost } from "./tool-host.ts";

export interface RunTaskDeps<P> {
  definition: AgentDefinition<P>;
  registry: ToolRegistry<P>;
  pool: Pool;
  store: TaskStore;
  model: Model;
  tokenizer: Tokenizer;
  price: ModelPrice | null;
  /** The model writes programs that call the tools. */
  programs: boolean;
  feed: Feed;
  metrics: AgentMetrics;
  faults: ReachFaultPoint;
  log: Logger;
}

export interface RunningTask {
  task: TaskRow;
  owner: string;
  state: TaskState;
  recorder: Recorder;
}

export interface TaskEnd {
  end: LoopEnd;
  snapshots?: Snapshot[];
}

/** Answers the selectors from read ports, planned entities from the brief; no model. */
async function runSnapshot<P>(deps: RunTaskDeps<P>, task: TaskRow): Promise<TaskEnd> {
  const { selectors, facts, agent, tenant } = task.brief.body;
  const stored = selectors.filter((selector) => !selector.id.startsWith("@"));
  const planned = selectors.flatMap((selector): Snapshot[] => {
    const entity = facts.planned.find((candidate) => `@${candidate.ref.replace(/^@/, "")}` === selector.id);
    return entity ? [{ domain: agent, kind: entity.kind, id: selector.id, version: 0, fields: entity.snapshot }] : [];
  });
  const host = createToolHost(deps.pool, tenant, deps.definition);
  const found = stored.length === 0 ? [] : await host.withPorts((ports) => deps.definition.readSnapshots(ports, stored));
  return { end: endWith("ok", "snapshots"), snapshots: [...found, ...planned] };
}

function loopDeps<P>(deps: RunTaskDeps<P>, running: RunningTask) {
  const { task, owner, recorder } = running;
  const brief = task.brief.body;
  return {
    brief,
    registry: deps.registry,
    host: createToolHost(deps.pool, brief.tenant, deps.definition),
    recorder,
    now: () => Date.now(),
    startedAtMs: Date.parse(task.started_at ?? new Date().toISOString()),
    onToolError(tool: string, error: unknown) {
      deps.metrics.count("tool_failures", tool);
      deps.log.warn({ err: error, tool, taskId: brief.taskId }, "tool failed");
    },
    onCall: (entry: ToolEntry) => deps.feed.call(brief, entry),
    model: deps.model,
    tokenizer: deps.tokenizer,
    prompt: deps.definition.prompt,
    faults: deps.faults,
    price: deps.price,
    programs: deps.programs,
    onBudget: (used: { limit: string; part: number }) => deps.feed.budget(brief, used),
    journal: {
      append: (entries: readonly JournalEntry[]) => deps.store.appendJournal(brief.tenant, brief.taskId, owner, entries),
      reserve: (lease: CallLease) => deps.store.reserveCall(brief.tenant, brief.taskId, owner, lease),
    },
  };
}

/**
 * Does the work of a brief until an end. Cancel and deadline are ends too; what was found until then is kept.
 * @throws TaskAbort when the lease was lost or the process drains; whatever the database threw.
 */
export async function runTask<P>(deps: RunTaskDeps<P>, running: RunningTask, signal: AbortSignal): Promise<TaskEnd> {
  const { kind } = running.task;
  try {
    if (running.task.cancel_requested) throw new TaskAbort("cancelled");
    signal.throwIfAborted();
    if (kind === "snapshot") return await runSnapshot(deps, running.task);
    const loop = loopDeps(deps, running);
    return { end: kind === "actions" ? await runActions(loop, running.state, signal) : await runLoop(loop, running.state, signal) };
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    if (reason instanceof TaskAbort && reason.kind === "cancelled") return { end: endWith("cancelled", "cancelled") };
    if (reason instanceof TaskAbort && reason.kind === "deadline") return { end: endWith("timeout", "deadline") };
    throw reason;
  }
}
