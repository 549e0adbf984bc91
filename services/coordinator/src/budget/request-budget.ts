import type { Budget } from "@quartermaster/shared/contracts";

/** Limits of one request over all its tasks, and of one task of it. `costMicros` null: no price, no limit. */
export interface BudgetLimits {
  request: Budget;
  task: Budget;
}

/** What a request has spent; leases count in full until they are settled. */
export interface Spent {
  steps: number;
  tokens: number;
  costMicros: number;
  wallMs: number;
}

export type BudgetLimit = "max_steps" | "max_tokens" | "max_cost" | "wall_clock";

/** Less than this cannot carry one useful model call. */
const LEAST = { steps: 1, tokens: 2_000, wallMs: 2_000 };
/** Part of a request's budget that is worth a warning. */
const WARN_AT = 0.8;

/**
 * The share of one of `sharers` tasks that start now, or the limit that leaves nothing to lease. Shares are computed one after
 * the other, so what the first does not take is there for the next.
 */
export function leaseTask(limits: BudgetLimits, spent: Spent, sharers: number): Budget | BudgetLimit {
  const share = (limit: number, used: number, most: number): number => Math.min(most, Math.floor(Math.max(0, limit - used) / sharers));
  const { request, task } = limits;
  const steps = share(request.steps, spent.steps, task.steps);
  const tokens = share(request.tokens, spent.tokens, task.tokens);
  const wallMs = share(request.wallMs, spent.wallMs, task.wallMs);
  const costMicros =
    request.costMicros === null ? null : share(request.costMicros, spent.costMicros, task.costMicros ?? request.costMicros);
  if (steps < LEAST.steps) return "max_steps";
  if (tokens < LEAST.tokens) return "max_tokens";
  if (wallMs < LEAST.wallMs) return "wall_clock";
  if (costMicros === 0) return "max_cost";
  return { steps, tokens, wallMs, costMicros };
}

/** The limit of which most is used, once that is four fifths of it; null before. */
export function budgetWarning(limit: Budget, spent: Spent): { limit: "steps" | "tokens" | "cost" | "wall"; percent: number } | null {
  const parts = [
    { limit: "steps" as const, part: spent.steps / limit.steps },
    { limit: "tokens" as const, part: spent.tokens / limit.tokens },
    { limit: "cost" as const, part: limit.costMicros ? spent.costMicros / limit.costMicros : 0 },
    { limit: "wall" as const, part: spent.wallMs / limit.wallMs },
  ];
  const most = parts.reduce((max, next) => (next.part > max.part ? next : max));
  return most.part >= WARN_AT ? { limit: most.limit, percent: Math.round(most.part * 100) } : null;
}
