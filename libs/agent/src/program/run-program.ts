import type { JsonValue } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import { parseStrict } from "@quartermaster/shared/signing";
import { cutResult } from "../agent/cut-result.ts";
import { type Call, type CallDeps, executeCall } from "../agent/execute-call.ts";
import type { ToolEntry } from "../agent/journal.ts";
import type { Recorder } from "../agent/recorder.ts";
import type { TaskState } from "../agent/task-state.ts";
import type { RegisteredTool } from "../agent/tool-registry.ts";
import { parseArguments, validateArguments } from "../agent/validate-arguments.ts";
import { PROGRAM_JSON_SCHEMA, ProgramArgs, RUN_PROGRAM } from "./program-tool.ts";
import { type HostFunction, runSandbox } from "./run-sandbox.ts";
import type { SandboxResult } from "./sandbox-result.ts";

export interface ProgramDeps<P> extends CallDeps<P> {
  recorder: Recorder;
  faults: ReachFaultPoint;
  onCall?(entry: ToolEntry): void;
}

interface Ended {
  ok: boolean;
  code: string | null;
  args: JsonValue;
  output: JsonValue;
}

const failed = (args: JsonValue, code: string, hint: string, calls = 0): Ended => ({
  ok: false,
  code,
  args,
  output: { ok: false, code, hint, calls },
});

/** The tools as functions: each call goes the way of any other call, and is written down like any other. */
function functionsOf<P>(
  deps: ProgramDeps<P>,
  state: TaskState,
  call: Call,
  tools: readonly RegisteredTool<P>[],
  signal: AbortSignal,
): Record<string, HostFunction> {
  let number = 0;
  const run =
    (name: string): HostFunction =>
    async (json) => {
      number += 1;
      const inner: Call = { ...call, id: `${call.id}.${number}`.slice(0, 80), name, arguments: json };
      const entry: ToolEntry = { ...(await executeCall(deps, state, inner, signal)), parent: call.id };
      deps.recorder.record(entry);
      deps.onCall?.(entry);
      await deps.faults("agent.afterToolCall");
      return JSON.stringify(entry.output);
    };
  return Object.fromEntries([...tools.map(({ tool }) => tool.name), "read_text"].map((name) => [name, run(name)]));
}

function endOf(args: JsonValue, result: SandboxResult): Ended {
  if (result.kind === "failed") return failed(args, result.code, result.message, result.calls);
  try {
    // Strict: what the program built is as little trusted as any other text of a model.
    const value = parseStrict(result.json, { maxDepth: 24 }) as JsonValue;
    return { ok: true, code: null, args, output: { ok: true, calls: result.calls, result: cutResult(value, () => null).shown } };
  } catch (error) {
    return failed(args, "program_failed", AppError.isInstance(error) ? error.message : "the result is no JSON", result.calls);
  }
}

async function perform<P>(
  deps: ProgramDeps<P>,
  state: TaskState,
  call: Call,
  tools: readonly RegisteredTool<P>[],
  signal: AbortSignal,
): Promise<Ended> {
  const text = String(call.arguments);
  const parsed = parseArguments(text);
  if (!parsed.ok) return failed(text.slice(0, 4_000), parsed.code, parsed.hint);
  const validated = validateArguments(ProgramArgs, PROGRAM_JSON_SCHEMA, parsed.value);
  if (!validated.ok) return failed(text.slice(0, 4_000), validated.code, validated.hint);
  const { args } = validated;
  return endOf(args, await runSandbox({ code: String(args.code), functions: functionsOf(deps, state, call, tools, signal), signal }));
}

/**
 * Runs a program that the model wrote. Its calls are recorded before it, so the record reads in the order of what happened.
 * @param tools what the program may call; the rules of each call are those of a plain call.
 */
export async function runProgram<P>(
  deps: ProgramDeps<P>,
  state: TaskState,
  call: Call,
  tools: readonly RegisteredTool<P>[],
  signal: AbortSignal,
): Promise<ToolEntry> {
  const started = deps.now();
  const ended = await perform(deps, state, call, tools, signal);
  return {
    kind: "tool",
    at: new Date(started).toISOString(),
    ms: deps.now() - started,
    callId: call.id,
    tool: RUN_PROGRAM,
    effect: "runtime",
    ...ended,
    result: null,
    records: [],
    proposal: null,
    texts: [],
    taint: [],
    untrustedArgs: false,
    question: null,
    refusal: null,
  };
}
