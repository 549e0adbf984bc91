import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import { programTool, RUN_PROGRAM } from "../program/program-tool.ts";
import { runProgram } from "../program/run-program.ts";
import { type BudgetCheck, budgetUsed, type CallLease, checkBudget, leaseFor, WARN_AT } from "./budget.ts";
import { type Call, type CallDeps, executeCall, tooManyCalls } from "./execute-call.ts";
import type { Journal, LostEntry, NoteEntry, ToolEntry } from "./journal.ts";
import { endWith, type LoopEnd } from "./loop-end.ts";
import { type AssistantTurn, type ChatMessage, type Model, ModelError, type ModelTool, type ModelToolCall } from "./model.ts";
import type { ModelPrice } from "./prices.ts";
import { createPromptSize, type PromptSize } from "./prompt-size.ts";
import type { Recorder } from "./recorder.ts";
import { isRuntimeTool, runtimeModelTools } from "./runtime-tools.ts";
import { echoesPrompt, findCycle, looksLikeCall } from "./stop-conditions.ts";
import { memoryOf } from "./task-memory.ts";
import type { TaskState } from "./task-state.ts";
import type { Tokenizer } from "./tokenizer.ts";
import type { RegisteredTool } from "./tool-registry.ts";
import { openingMessages } from "./transcript.ts";
import { type TrimmedSteps, trimSteps } from "./trim-steps.ts";
import { withoutEcho } from "./without-echo.ts";

const MAX_CALLS_PER_TURN = 16;
const MAX_REPAIRS = 2;
const MAX_INVALID_TURNS = 3;
const CONTEXT_TOKENS = 48_000;

export interface LoopDeps<P> extends CallDeps<P> {
  recorder: Recorder;
  model: Model;
  prompt: string;
  journal: Journal;
  faults: ReachFaultPoint;
  /** The model's own, or what stands in for it. */
  tokenizer: Tokenizer;
  /** Tokens of a prompt at most, tools included. */
  contextTokens?: number;
  /** Wall clock at which the task's time began. */
  startedAtMs: number;
  /** Price of the model; null when none is configured. */
  price: ModelPrice | null;
  /** The model writes programs that call the tools, instead of calling them one by one. */
  programs?: boolean;
  /** Told of every executed call, after it. */
  onCall?(entry: ToolEntry): void;
  /** Told once, when four fifths of a limit are used. */
  onBudget?(used: ReturnType<typeof budgetUsed>): void;
}

const didWork = (state: TaskState): boolean => state.proposals.length > 0 || state.reads.length > 0;

/** Ids that a server left out or gave twice are replaced, so that every result has its own call. */
function withUniqueIds(turn: AssistantTurn, callNumber: number): AssistantTurn {
  const seen = new Set<string>();
  const toolCalls = turn.toolCalls.map((call, index) => {
    const id = call.id === "" || seen.has(call.id) ? `call_${callNumber}_${index}` : call.id;
    seen.add(id);
    return { ...call, id };
  });
  return { ...turn, toolCalls };
}

/** All reads, and the proposals that the intent allows. */
function allowedTools<P>(deps: LoopDeps<P>): RegisteredTool<P>[] {
  const allowed = new Set([...deps.brief.intent.actionKinds, ...deps.brief.intent.derivedKinds]);
  return deps.registry.tools.filter(({ tool }) => tool.effect === "read" || allowed.has(tool.name));
}

async function execute<P>(deps: LoopDeps<P>, state: TaskState, call: Call, signal: AbortSignal): Promise<ToolEntry> {
  if (!deps.programs || call.name !== RUN_PROGRAM) return await executeCall(deps, state, call, signal);
  return await runProgram(deps, state, call, allowedTools(deps), signal);
}

/** Tools offered now: all reads, the proposals that the intent allows, and the runtime's own. */
function offeredTools<P>(deps: LoopDeps<P>, state: TaskState): ModelTool[] {
  const allowed = allowedTools(deps);
  const domain = deps.programs ? [programTool(allowed)] : allowed.map((entry) => entry.model);
  const memory = memoryOf(deps.brief);
  const needs = { hasTexts: state.texts.length > 0, hasMore: state.more.length > 0 };
  return [...domain, ...runtimeModelTools({ ...needs, mayRemember: memory.asked, hasMemory: memory.facts.length > 0 })];
}

async function settleCalls<P>(deps: LoopDeps<P>, state: TaskState, signal: AbortSignal): Promise<void> {
  const last = state.messages.findLast((message) => message.role === "assistant");
  const note = last?.role === "assistant" ? last.content : null;
  const isPropose = (call: ModelToolCall) => deps.registry.get(call.name)?.tool.effect === "propose";
  const mayPropose = (call: ModelToolCall) => isPropose(call) || (deps.programs === true && call.name === RUN_PROGRAM);
  // Reads before proposals: a proposal of the same turn may rest on what they find. A program may hold either.
  const ordered = [...state.pending.filter((call) => !mayPropose(call)), ...state.pending.filter(mayPropose)];
  for (const [index, call] of ordered.entries()) {
    signal.throwIfAborted();
    const asked = { ...call, note, fallback: "agent" as const };
    const entry = index < MAX_CALLS_PER_TURN ? await execute(deps, state, asked, signal) : tooManyCalls(asked, deps.now());
    deps.recorder.record(entry);
    deps.onCall?.(entry);
    await deps.faults("agent.afterToolCall");
  }
}

const NOTES: Record<NoteEntry["reason"], string> = {
  repetition:
    "Note from the runtime: the last calls repeat earlier ones with the same result. Do something else, or answer with what you have.",
  empty_answer: "Note from the runtime: your answer was empty. Call a tool, or answer in words.",
  truncated: "Note from the runtime: your answer was cut off. Answer again in fewer words.",
  text_call: "Note from the runtime: a tool call written as text is not run. Use the tool call interface, or answer in words.",
  prompt_echo: "Note from the runtime: your answer repeats your instructions. Answer the user's question in your own words.",
};

const noteEntry = (reason: NoteEntry["reason"], at: number): NoteEntry => ({
  kind: "note",
  at: new Date(at).toISOString(),
  reason,
  text: NOTES[reason],
});

function problemOf(text: string, finish: AssistantTurn["finishReason"], isTool: (name: string) => boolean): NoteEntry["reason"] | null {
  if (text === "") return "empty_answer";
  if (echoesPrompt(text)) return "prompt_echo";
  if (finish === "length") return "truncated";
  return looksLikeCall(text, isTool) ? "text_call" : null;
}

/** What a turn without calls means: the answer, an end, or (bounded) a request to try again. */
function settleText<P>(deps: LoopDeps<P>, state: TaskState, turn: AssistantTurn): LoopEnd | null {
  const text = turn.content?.trim() ?? "";
  if (turn.refusal) return endWith("refused", "model_refused", { refusal: { code: "model_refused", detail: turn.refusal.slice(0, 1000) } });
  if (turn.finishReason === "content_filter") {
    return endWith("refused", "content_filter", {
      refusal: { code: "content_filter", detail: "The model server's content filter stopped the answer." },
    });
  }
  const isTool = (name: string) => isRuntimeTool(name) || name === RUN_PROGRAM || deps.registry.get(name) !== undefined;
  const problem = problemOf(text, turn.finishReason, isTool);
  if (problem === null) return endWith("ok", "answer", { answer: text.slice(0, 8000) });
  if (state.repairs < MAX_REPAIRS) {
    deps.recorder.record(noteEntry(problem, deps.now()));
    return null;
  }
  if (problem === "truncated") return endWith("partial", problem, { answer: text.slice(0, 8000) });
  return endWith(didWork(state) ? "partial" : "failed", problem);
}

/** Acts on the last turn, if nobody has: runs its calls or reads its text. */
async function settleTurn<P>(deps: LoopDeps<P>, state: TaskState, signal: AbortSignal): Promise<LoopEnd | null> {
  if (state.undecided) return settleText(deps, state, state.undecided);
  if (state.pending.length === 0) return null;
  await settleCalls(deps, state, signal);
  if (state.refusal) return endWith("refused", "refused", { refusal: state.refusal });
  if (state.questions.length > 0) return endWith("question", "question");
  if (state.invalidTurns >= MAX_INVALID_TURNS) return endWith(didWork(state) ? "partial" : "failed", "repair_exhausted");
  if (findCycle(state.turns) !== null) {
    if (state.nudges > 0) return endWith("repetition", "repetition");
    deps.recorder.record(noteEntry("repetition", deps.now()));
  }
  return null;
}

/** Size of a prompt that goes on from the last one: what the server counted then, and our count of what was added; null after a cut. */
function predictPrompt(
  opening: readonly ChatMessage[],
  state: TaskState,
  now: TrimmedSteps,
  room: number,
  size: PromptSize,
): number | null {
  if (!state.lastPrompt) return null;
  const { tokens, messages } = state.lastPrompt;
  const before = trimSteps(opening, state.messages.slice(0, messages), room, size);
  return before?.from === now.from ? tokens + size.messages(state.messages.slice(messages)) : null;
}

interface Prompt {
  messages: ChatMessage[];
  tools: ModelTool[];
  lease: CallLease;
}

/** What a call under this lease costs when its answer is lost. */
const lostEntry = (lease: CallLease, at: number): LostEntry => ({ kind: "lost", at: new Date(at).toISOString(), ...lease });

interface Called {
  /** Why no other try was allowed; the call may have been answered all the same. */
  stop: BudgetCheck | null;
}

async function callModel<P>(deps: LoopDeps<P>, state: TaskState, prompt: Prompt, called: Called, signal: AbortSignal): Promise<void> {
  const { messages, tools } = prompt;
  let { lease } = prompt;
  await deps.journal.reserve(lease);
  await deps.faults("agent.beforeModelCall");
  const started = deps.now();
  const warned = budgetUsed(deps.brief, state).part >= WARN_AT;
  // A try whose answer was lost counts as spent in full, and the next one needs a lease of its own.
  const onUnanswered = async (): Promise<number | null> => {
    deps.recorder.record(lostEntry(lease, deps.now()));
    await deps.journal.append(deps.recorder.take());
    lease = leaseFor(deps.brief, state, lease.promptTokens, deps.price);
    called.stop = checkBudget(deps.brief, state, lease, { startedAtMs: deps.startedAtMs, nowMs: deps.now() });
    if (called.stop) return null;
    await deps.journal.reserve(lease);
    return lease.completionTokens;
  };
  const said = await deps.model.complete({ messages, tools, maxTokens: lease.completionTokens, onUnanswered, signal });
  const content = said.content === null ? null : withoutEcho(said.content, messages);
  const turn = withUniqueIds({ ...said, content }, state.modelCalls + 1);
  const answer = `${said.content ?? ""}${turn.toolCalls.map((call) => call.name + call.arguments).join("")}`;
  const promptTokens = turn.usage?.promptTokens ?? lease.promptTokens;
  const completionTokens = turn.usage?.completionTokens ?? deps.tokenizer.count(answer);
  deps.recorder.record({
    kind: "model",
    at: new Date(started).toISOString(),
    ms: deps.now() - started,
    model: deps.model.name,
    turn,
    promptTokens,
    completionTokens,
    estimated: turn.usage === null,
    costMicros: deps.price?.costMicros(promptTokens, completionTokens) ?? 0,
  });
  const used = budgetUsed(deps.brief, state);
  if (!warned && used.part >= WARN_AT) deps.onBudget?.(used);
}

/**
 * The tool loop. Goes on from `state` (empty, or rebuilt from the journal) until an end, and writes the journal once after
 * every model call with everything since the write before, so a redelivered task never pays for a call again. What is still
 * in the recorder afterwards belongs into the transaction that finishes the task.
 * @throws the signal's reason when aborted; lease_lost from the journal.
 */
export async function runLoop<P>(deps: LoopDeps<P>, state: TaskState, signal: AbortSignal): Promise<LoopEnd> {
  const opening = openingMessages(deps.prompt, deps.brief);
  const size = createPromptSize(deps.tokenizer);
  const { recorder } = deps;
  // The step budget bounds the loop; notes are bounded by MAX_REPAIRS and the single nudge.
  for (;;) {
    signal.throwIfAborted();
    const end = await settleTurn(deps, state, signal);
    if (end) return end;
    // A text that needs repair is settled without a call; the note for it is in the messages now.
    const tools = offeredTools(deps, state);
    await size.prepare([...opening, ...state.messages], tools, signal);
    const toolTokens = size.tools(tools);
    const room = (deps.contextTokens ?? CONTEXT_TOKENS) - toolTokens;
    const trimmed = trimSteps(opening, state.messages, room, size);
    if (!trimmed) return endWith(didWork(state) ? "partial" : "failed", "context_full");
    const lease = leaseFor(
      deps.brief,
      state,
      predictPrompt(opening, state, trimmed, room, size) ?? trimmed.tokens + toolTokens,
      deps.price,
    );
    const stop = checkBudget(deps.brief, state, lease, { startedAtMs: deps.startedAtMs, nowMs: deps.now() });
    if (stop) return endWith(stop.status, stop.stopReason);
    const called: Called = { stop: null };
    try {
      await callModel(deps, state, { messages: trimmed.messages, tools, lease }, called, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      if (called.stop) return endWith(called.stop.status, called.stop.stopReason);
      return error.kind === "unavailable" ? endWith("unavailable", "model_unavailable") : endWith("failed", "model_rejected");
    }
    await deps.journal.append(recorder.take());
    await deps.faults("agent.afterModelCall");
  }
}
