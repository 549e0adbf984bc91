import type { Brief } from "@quartermaster/shared/contracts";
import type { ModelPrice } from "./prices.ts";
import type { TaskState } from "./task-state.ts";

/** Largest answer asked for in one call. */
const MAX_ANSWER_TOKENS = 4_096;
/** A call that may not say more than this cannot do anything useful. */
export const MIN_ANSWER_TOKENS = 32;
/** Part of a budget that is worth a warning. */
export const WARN_AT = 0.8;

export interface BudgetCheck {
  status: "budget" | "timeout";
  stopReason: "max_steps" | "max_tokens" | "max_cost" | "wall_clock" | "deadline";
}

/** What a call may take at most; it counts as spent in full until its answer settles it. */
export interface CallLease {
  promptTokens: number;
  completionTokens: number;
  costMicros: number;
}

/** What is limited, and what of it is used: a task's brief and state, or a question of its own with its lease. */
type Limited = { budget: Pick<Brief["budget"], "tokens" | "costMicros"> };
type Used = Pick<TaskState, "promptTokens" | "completionTokens" | "costMicros">;

function costLeft(brief: Limited, state: Used, price: ModelPrice | null): { price: ModelPrice; micros: number } | null {
  return price === null || brief.budget.costMicros === null ? null : { price, micros: brief.budget.costMicros - state.costMicros };
}

/** What the next call may take: its prompt, and the answer that tokens and money still allow. */
export function leaseFor(brief: Limited, state: Used, promptTokens: number, price: ModelPrice | null): CallLease {
  const tokens = brief.budget.tokens - state.promptTokens - state.completionTokens - promptTokens;
  const money = costLeft(brief, state, price);
  const affordable = money === null ? Number.POSITIVE_INFINITY : money.price.completionTokensFor(Math.max(0, money.micros), promptTokens);
  const completionTokens = Math.max(0, Math.min(tokens, MAX_ANSWER_TOKENS, affordable));
  return { promptTokens, completionTokens, costMicros: price?.costMicros(promptTokens, completionTokens) ?? 0 };
}

/** What forbids another model call, or null. */
export function checkBudget(
  brief: Brief,
  state: TaskState,
  lease: CallLease,
  time: { startedAtMs: number; nowMs: number },
): BudgetCheck | null {
  if (time.nowMs >= Date.parse(brief.deadlineAt)) return { status: "timeout", stopReason: "deadline" };
  if (time.nowMs - time.startedAtMs >= brief.budget.wallMs) return { status: "timeout", stopReason: "wall_clock" };
  if (state.modelCalls >= brief.budget.steps) return { status: "budget", stopReason: "max_steps" };
  if (lease.completionTokens >= MIN_ANSWER_TOKENS) return null;
  const tokensLeft = brief.budget.tokens - state.promptTokens - state.completionTokens - lease.promptTokens;
  return { status: "budget", stopReason: tokensLeft < MIN_ANSWER_TOKENS ? "max_tokens" : "max_cost" };
}

/** Largest part of a limit that the task has used, with the limit's name. */
export function budgetUsed(brief: Brief, state: TaskState): { limit: "steps" | "tokens" | "cost"; part: number } {
  const { steps, tokens, costMicros } = brief.budget;
  const parts = [
    { limit: "steps" as const, part: state.modelCalls / steps },
    { limit: "tokens" as const, part: (state.promptTokens + state.completionTokens) / tokens },
    { limit: "cost" as const, part: costMicros ? state.costMicros / costMicros : 0 },
  ];
  return parts.reduce((most, next) => (next.part > most.part ? next : most));
}
