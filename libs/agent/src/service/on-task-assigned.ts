import { type Bus, type BusHandler, type BusMessage, type ConsumeOptions, NakLater } from "@quartermaster/shared/bus";
import { newId, subjects, type TaskResult } from "@quartermaster/shared/contracts";
import type { Outbox } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed, Signer, Verifier } from "@quartermaster/shared/signing";
import { buildResult } from "../agent/build-result.ts";
import type { LostEntry } from "../agent/journal.ts";
import { endWith } from "../agent/loop-end.ts";
import { createRecorder } from "../agent/recorder.ts";
import { applyEntry, emptyState, type TaskState } from "../agent/task-state.ts";
import { resultFrame } from "./a2a-frame.ts";
import { parseTaskMessage } from "./parse-task-message.ts";
import { type RunningTask, type RunTaskDeps, runTask, type TaskEnd } from "./run-task.ts";
import { TaskAbort } from "./task-abort.ts";
import { createTaskGuard, type TaskGuard } from "./task-guard.ts";
import { type Claim, LEASE_SECONDS, type TaskRow, type Toolset } from "./task-store.ts";

/** Claims of one task, crashes included; the next ends it as failed instead of running it again. */
const MAX_ATTEMPTS = 5;

export interface TaskHandlerDeps<P> extends RunTaskDeps<P> {
  bus: Pick<Bus, "publish">;
  outbox: Outbox;
  signer: Signer;
  verifier: Verifier;
  instance: string;
  toolset: Toolset;
  /** Tasks running in this process, by id; cancel reaches them here. */
  running: Map<string, TaskGuard>;
  /** True when a cancel for this task came before the task did. */
  wasCancelled(taskId: string): boolean;
  /** Told after every visible change of a task, for A2A subscribers of this process. */
  onChange(tenant: string, taskId: string): void;
}

function resultMessage(task: TaskRow, result: Signed<TaskResult>) {
  const { tenant, agent, taskId, requestId, threadId } = task.brief.body;
  return {
    subject: subjects.result(agent, tenant, taskId),
    msgId: `res:${taskId}:${result.body.owner}`,
    body: JSON.stringify(resultFrame(result, task.context_id ?? threadId)),
    headers: { "qm-task": taskId, "qm-request": requestId, "qm-thread": threadId, "qm-tenant": tenant, "qm-agent": agent },
  };
}

/** A call that was in flight when its process died is written down as paid in full before anything else is spent. */
async function settleLostCall<P>(deps: TaskHandlerDeps<P>, task: TaskRow, owner: string): Promise<void> {
  if (task.call_lease === null) return;
  const { promptTokens, completionTokens, costMicros } = task.call_lease;
  const lost: LostEntry = { kind: "lost", at: new Date().toISOString(), promptTokens, completionTokens, costMicros };
  await deps.store.appendJournal(task.tenant, task.task_id, owner, [lost]);
}

/** State of a claimed task: from its journal, or, under a toolset that is not compatible, afresh with the spent budget kept. */
async function restore<P>(deps: TaskHandlerDeps<P>, claim: Extract<Claim, { kind: "claimed" }>, owner: string): Promise<TaskState> {
  const state = emptyState();
  if (claim.task.attempts <= 1 && claim.previous === null) return state;
  await settleLostCall(deps, claim.task, owner);
  for (const entry of await deps.store.loadJournal(claim.task.tenant, claim.task.task_id)) applyEntry(state, entry);
  const { previous } = claim;
  const known = [deps.toolset, ...(deps.definition.compatible ?? [])];
  if (
    previous === null ||
    known.some(({ toolsetHash, promptHash }) => toolsetHash === previous.toolsetHash && promptHash === previous.promptHash)
  )
    return state;
  const { modelCalls, promptTokens, completionTokens, costMicros, estimated } = state;
  return { ...emptyState(), modelCalls, promptTokens, completionTokens, costMicros, estimated };
}

/** Ends the task in one transaction: status, result, last journal row, and the result's outbox row. */
async function finish<P>(deps: TaskHandlerDeps<P>, running: RunningTask, outcome: TaskEnd): Promise<void> {
  const { task, owner, state, recorder } = running;
  const brief = task.brief.body;
  const finishedAt = new Date().toISOString();
  const result = buildResult({
    brief,
    state,
    end: outcome.end,
    owner,
    sequence: task.attempts,
    ...deps.toolset,
    finishedAt,
    priced: deps.price !== null,
    ...(outcome.snapshots ? { snapshots: outcome.snapshots } : {}),
  });
  const signed = deps.signer.sign("result", result);
  const entries = recorder.take();
  await deps.faults("agent.beforeFinish");
  const mine = await deps.outbox.transaction(brief.tenant, async (tx) => {
    if (!(await deps.store.finish(tx, brief.taskId, owner, signed, entries))) return false;
    if (task.origin === "brief") tx.send(resultMessage(task, signed));
    return true;
  });
  if (!mine) throw new TaskAbort("lease_lost");
  await deps.faults("agent.afterFinish");
  deps.metrics.count("tasks", result.status);
  deps.metrics.count("model_calls", "", result.usage.modelCalls);
  deps.metrics.count("tokens", "", result.usage.promptTokens + result.usage.completionTokens);
  deps.log.info(
    {
      taskId: brief.taskId,
      requestId: brief.requestId,
      kind: brief.kind,
      status: result.status,
      stopReason: result.stopReason,
      proposals: result.proposals.length,
      modelCalls: result.usage.modelCalls,
    },
    "task finished",
  );
  deps.onChange(brief.tenant, brief.taskId);
}

async function work<P>(
  deps: TaskHandlerDeps<P>,
  claim: Extract<Claim, { kind: "claimed" }>,
  owner: string,
  busSignal: AbortSignal,
): Promise<void> {
  const { task } = claim;
  const brief = task.brief.body;
  const guard = createTaskGuard({ brief, owner, store: deps.store, busSignal, log: deps.log });
  deps.running.set(brief.taskId, guard);
  try {
    if (deps.wasCancelled(brief.taskId)) guard.cancel();
    const state = await restore(deps, claim, owner);
    const running: RunningTask = { task, owner, state, recorder: createRecorder(state) };
    deps.feed.working(brief, task.attempts);
    deps.onChange(brief.tenant, brief.taskId);
    const exhausted = task.attempts > MAX_ATTEMPTS;
    const outcome = exhausted ? { end: endWith("failed", "attempts_exhausted") } : await runTask(deps, running, guard.signal);
    await finish(deps, running, outcome);
  } catch (error) {
    await giveBack(deps, task, owner, error);
  } finally {
    guard.stop();
    if (deps.running.get(brief.taskId) === guard) deps.running.delete(brief.taskId);
  }
}

/** Passes an unfinished task on: lease and message go back, so that any replica can go on at the next step. */
async function giveBack<P>(deps: TaskHandlerDeps<P>, task: TaskRow, owner: string, error: unknown): Promise<never> {
  const lost = (error instanceof TaskAbort && error.kind === "lease_lost") || (AppError.isInstance(error) && error.code === "lease_lost");
  if (lost) {
    deps.metrics.count("lease_lost");
    throw new NakLater(LEASE_SECONDS * 1000, "another replica has the task");
  }
  const drained = error instanceof TaskAbort;
  await deps.store
    .release(task.tenant, task.task_id, owner, drained)
    .catch((failure: unknown) => deps.log.warn({ err: failure, taskId: task.task_id }, "lease could not be given back; it runs out"));
  // A fault of ours is worth another attempt; an AppError that says "never" would drop the task without a result.
  throw drained || (AppError.isInstance(error) && error.retryable)
    ? error
    : new AppError("internal", { detail: "the task failed", cause: error });
}

/**
 * Handler of the task stream: verify, claim, run, finish; acknowledged only after the finishing commit. Delivered twice, a
 * finished task only sends its stored result again, which the coordinator drops if it has it: that also heals a lost bus.
 */
export function onTaskAssigned<P>(deps: TaskHandlerDeps<P>): BusHandler {
  const { agent } = deps.definition;
  return async (message, signal) => {
    const task = parseTaskMessage(message.subject, message.body, agent, deps.verifier);
    const owner = newId("own");
    const claim = await deps.store.claim(task, owner, deps.instance, deps.toolset);
    await deps.faults("agent.afterClaim");
    if (claim.kind === "busy") throw new NakLater(claim.waitMs, "another replica works on the task");
    if (claim.kind === "claimed") return await work(deps, claim, owner, signal);
    if (claim.task.origin === "brief" && claim.task.result) {
      const { subject, body, ...options } = resultMessage(claim.task, claim.task.result);
      await deps.bus.publish(subject, body, options);
    }
  };
}

/** Stores a message that no agent can ever work on. */
export function onDeadTask<P>(deps: Pick<TaskHandlerDeps<P>, "store" | "metrics">): NonNullable<ConsumeOptions["onDeadLetter"]> {
  return async (message: BusMessage, code, detail) => {
    deps.metrics.count("dead_letters", code);
    const tenant = message.subject.split(".")[3] ?? "default";
    await deps.store.storeDeadLetter({
      tenant,
      subject: message.subject,
      code,
      detail,
      body: message.body,
      deliveryCount: message.deliveryCount,
    });
  };
}
