import type { JsonObject } from "@quartermaster/shared/contracts";
import { type CallDeps, executeCall } from "./execute-call.ts";
import type { ToolEntry } from "./journal.ts";
import { endWith, type LoopEnd } from "./loop-end.ts";
import type { Recorder } from "./recorder.ts";
import type { TaskState } from "./task-state.ts";

export interface ActionsDeps<P> extends CallDeps<P> {
  recorder: Recorder;
  onCall?(entry: ToolEntry): void;
}

type CallError = LoopEnd["callErrors"][number];

function errorOf(index: number, entry: ToolEntry): CallError {
  const output = entry.output as JsonObject;
  const path = typeof output.path === "string" ? output.path : null;
  return { index, code: entry.code ?? "tool_failed", detail: typeof output.hint === "string" ? output.hint.slice(0, 1000) : "", path };
}

/**
 * Runs the brief's calls in order without a model: known steps are a pipeline. A failed call does not stop the others; a
 * call that refers to it fails on its own with `unknown_reference`.
 */
export async function runActions<P>(deps: ActionsDeps<P>, state: TaskState, signal: AbortSignal): Promise<LoopEnd> {
  const callErrors: CallError[] = [];
  for (const [index, action] of deps.brief.calls.entries()) {
    signal.throwIfAborted();
    const call = {
      id: `action_${index}`,
      name: action.tool,
      arguments: action.args,
      ...(action.ref === undefined ? {} : { ref: action.ref }),
      after: action.after ?? [],
      note: null,
      fallback: "computed" as const,
    };
    const entry = await executeCall(deps, state, call, signal);
    deps.recorder.record(entry);
    deps.onCall?.(entry);
    if (!entry.ok) callErrors.push(errorOf(index, entry));
  }
  const first = callErrors[0];
  if (!first) return endWith("ok", "actions_done");
  if (callErrors.length < deps.brief.calls.length) return endWith("partial", "some_actions_failed", { callErrors });
  return endWith("refused", "actions_failed", { callErrors, refusal: { code: first.code, detail: first.detail } });
}
