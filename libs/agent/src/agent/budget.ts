import type { Brief } from "@quartermaster/shared/contracts";
import type { TaskState } from "./task-state.ts";

/** Largest answer asked for in one call. */
const MAX_ANSWER_TOKENS = 4_096;
/** A call that may not say more than this cannot do anything useful. */
const MIN_ANSWER_TOKENS = 32;

export interface BudgetCheck {
  status: "budget" | "timeout";
  stopReason: "max_steps" | "max_tokens" | "wall_clock" | "deadline";
}

/** Tokens of a text without a tokenizer: bytes / 3, rounded up. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** Tokens that the next call may still produce after its prompt. */
export function answerTokensLeft(brief: Brief, state: TaskState, promptTokens: number): number {
  return Math.min(brief.budget.tokens - state.promptTokens - state.completionTokens - promptTokens, MAX_ANSWER_TOKENS);
}

/** What forbids another model call, or null. */
export function checkBudget(brief: Brief, state: TaskState, promptTokens: number, startedAtMs: number, nowMs: number): BudgetCheck | null {
  if (nowMs >= Date.parse(brief.deadlineAt)) return { status: "timeout", stopReason: "deadline" };
  if (nowMs - startedAtMs >= brief.budget.wallMs) return { status: "timeout", stopReason: "wall_clock" };
  if (state.modelCalls >= brief.budget.steps) return { status: "budget", stopReason: "max_steps" };
  if (answerTokensLeft(brief, state, promptTokens) < MIN_ANSWER_TOKENS) return { status: "budget", stopReason: "max_tokens" };
  return null;
}
