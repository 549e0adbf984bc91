export { answerFacts } from "./answer-facts.ts";
export { askForJson, type JsonAnswer } from "./ask-for-json.ts";
export { leaseFor, MIN_ANSWER_TOKENS } from "./budget.ts";
export { buildResult } from "./build-result.ts";
export { createCircuitBreaker } from "./circuit-breaker.ts";
export { createTokenizer, type TokenizerSetting, tokenizerSetting } from "./create-tokenizer.ts";
export { type Call, type CallDeps, executeCall, type ToolHost } from "./execute-call.ts";
export type { Journal, JournalEntry, ModelEntry, NoteEntry, TextHandle, ToolEntry } from "./journal.ts";
export { endWith, type LoopEnd } from "./loop-end.ts";
export {
  type AssistantTurn,
  type ChatMessage,
  type Model,
  ModelError,
  type ModelRequest,
  type ModelTool,
  type ModelToolCall,
  type ModelUsage,
} from "./model.ts";
export { createOpenaiModel, type OpenaiModelOptions } from "./openai-model.ts";
export { type ModelPrice, microsToDecimal, type Prices, priceOf, pricesSetting } from "./prices.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export { type ActionsDeps, runActions } from "./run-actions.ts";
export { type LoopDeps, runLoop } from "./run-loop.ts";
export { createScriptedModel, type ScriptedModel, type ScriptedStep } from "./scripted-model.ts";
export { applyEntry, emptyState, type TaskState } from "./task-state.ts";
export { textArguments } from "./text-arguments.ts";
export { ESTIMATE, estimateTokens, type Tokenizer } from "./tokenizer.ts";
export {
  type AnyTool,
  type DryRun,
  defineProposeTool,
  defineReadTool,
  type ProposeTool,
  type ReadOutcome,
  type ReadTool,
  type ToolContext,
  type ToolFailure,
} from "./tool.ts";
export { createToolRegistry, type RegisteredTool, type ToolRegistry } from "./tool-registry.ts";
export { COMMON_RULES } from "./transcript.ts";
export { type ThreadMessage, type TrimmedThread, trimThread } from "./trim-thread.ts";
export { visibleText } from "./visible-json.ts";
