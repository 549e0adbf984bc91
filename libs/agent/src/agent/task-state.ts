import type { JsonObject, Proposal, Question, ReadResult, RememberedFact, Snapshot } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import type { JournalEntry, LostEntry, ModelEntry, NoteEntry, TextHandle, ToolEntry } from "./journal.ts";
import type { AssistantTurn, ChatMessage, ModelToolCall } from "./model.ts";
import { type MoreHandle, openHandles } from "./more-handles.ts";
import { visibleJson } from "./visible-json.ts";

/** Everything a task knows, rebuilt from its journal by `applyEntry` and by nothing else. */
export interface TaskState {
  /** After the system prompt and the brief. */
  messages: ChatMessage[];
  /** Calls of the last turn that have no result yet. */
  pending: ModelToolCall[];
  /** Last turn while nobody has acted on its text. */
  undecided: AssistantTurn | null;
  modelCalls: number;
  promptTokens: number;
  completionTokens: number;
  costMicros: number;
  estimated: boolean;
  /** Size of the last prompt, to predict the next. */
  lastPrompt: { tokens: number; messages: number } | null;
  proposals: Proposal[];
  reads: ReadResult[];
  records: { snapshot: Snapshot; trusted: boolean }[];
  texts: TextHandle[];
  openedTexts: string[];
  /** Parts of results that were not shown yet. */
  more: MoreHandle[];
  taintSources: string[];
  /** For every turn with calls the hashes of its calls over (tool, args, result), each once, in order of the hash. */
  turns: string[][];
  /** Words of the runtime about repetition since the last turn that brought something new. */
  nudges: number;
  repairs: number;
  /** Turns in a row in which no call was well-formed. */
  invalidTurns: number;
  turnHadValidCall: boolean;
  questions: Question[];
  remembered: RememberedFact[];
  refusal: { code: string; detail: string } | null;
}

export const emptyState = (): TaskState => ({
  messages: [],
  pending: [],
  undecided: null,
  modelCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  costMicros: 0,
  estimated: false,
  lastPrompt: null,
  proposals: [],
  reads: [],
  records: [],
  texts: [],
  openedTexts: [],
  more: [],
  taintSources: [],
  turns: [],
  nudges: 0,
  repairs: 0,
  invalidTurns: 0,
  turnHadValidCall: false,
  questions: [],
  remembered: [],
  refusal: null,
});

const MALFORMED = new Set(["unknown_tool", "invalid_json", "invalid_arguments", "too_many_calls"]);

function applyModel(state: TaskState, entry: ModelEntry): void {
  state.modelCalls += 1;
  state.promptTokens += entry.promptTokens;
  state.completionTokens += entry.completionTokens;
  state.costMicros += entry.costMicros ?? 0;
  state.estimated ||= entry.estimated;
  state.lastPrompt = { tokens: entry.promptTokens, messages: state.messages.length };
  state.messages.push({ role: "assistant", content: entry.turn.content, toolCalls: entry.turn.toolCalls });
  state.pending = [...entry.turn.toolCalls];
  state.undecided = entry.turn.toolCalls.length === 0 ? entry.turn : null;
  if (entry.turn.toolCalls.length > 0) state.turns.push([]);
  state.turnHadValidCall = false;
}

/** Calls of one turn go side by side: how often it makes the same one says nothing about the task going round in circles. */
function noteCall(state: TaskState, entry: ToolEntry): void {
  const turn = state.turns.pop() ?? [];
  const signature = contentHash([entry.tool, entry.args, entry.output]);
  state.turns.push(turn.includes(signature) ? turn : [...turn, signature].sort());
}

/** A turn whose calls came to anything that no earlier turn had gets on, whatever was repeated before it. */
function endTurn(state: TaskState): void {
  state.invalidTurns = state.turnHadValidCall ? 0 : state.invalidTurns + 1;
  const seen = new Set(state.turns.slice(0, -1).flat());
  if (state.turns.at(-1)?.some((signature) => !seen.has(signature))) state.nudges = 0;
}

function applyTool(state: TaskState, entry: ToolEntry): void {
  if (entry.parent === undefined) {
    state.pending = state.pending.filter((call) => call.id !== entry.callId);
    state.messages.push({ role: "tool", toolCallId: entry.callId, content: JSON.stringify(entry.output) });
  }
  noteCall(state, entry);
  if (!MALFORMED.has(entry.code ?? "")) state.turnHadValidCall = true;
  if (state.pending.length === 0 && entry.parent === undefined) endTurn(state);
  for (const snapshot of entry.records) state.records.push({ snapshot, trusted: !entry.untrustedArgs });
  state.texts.push(...entry.texts);
  state.more.push(...openHandles(entry.more ?? [], visibleJson(entry.result), state.more));
  state.openedTexts.push(...(entry.opened ?? []));
  if (entry.taint.length > 0) {
    const handle = (entry.args as JsonObject).handle;
    if (typeof handle === "string") state.openedTexts.push(handle);
    for (const source of entry.taint) if (!state.taintSources.includes(source)) state.taintSources.push(source);
  }
  if (entry.ok && entry.effect === "read") {
    state.reads.push({ tool: entry.tool, args: entry.args as JsonObject, records: entry.records.slice(0, 200), result: entry.result });
  }
  if (entry.proposal) state.proposals.push(entry.proposal);
  if (entry.question) state.questions.push(entry.question);
  if (entry.remembered) state.remembered.push(entry.remembered);
  if (entry.refusal) state.refusal ??= entry.refusal;
}

function applyNote(state: TaskState, entry: NoteEntry): void {
  state.messages.push({ role: "user", content: entry.text });
  state.undecided = null;
  if (entry.reason === "repetition") state.nudges += 1;
  else state.repairs += 1;
}

function applyLost(state: TaskState, entry: LostEntry): void {
  state.modelCalls += 1;
  state.promptTokens += entry.promptTokens;
  state.completionTokens += entry.completionTokens;
  state.costMicros += entry.costMicros;
  state.estimated = true;
}

/** Takes one journal entry into the state; the loop and a resume both go through here, so they cannot differ. */
export function applyEntry(state: TaskState, entry: JournalEntry): void {
  if (entry.kind === "model") applyModel(state, entry);
  else if (entry.kind === "tool") applyTool(state, entry);
  else if (entry.kind === "lost") applyLost(state, entry);
  else applyNote(state, entry);
}
