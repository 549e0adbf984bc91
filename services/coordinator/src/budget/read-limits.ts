import { type Prices, priceOf } from "@quartermaster/agent/agent";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { BudgetLimits } from "./request-budget.ts";

/** Settings of the limits of one request over all its tasks. */
export const BUDGET_ENV = {
  QM_BUDGET_STEPS: z.coerce.number().int().min(1).max(10_000).default(60),
  QM_BUDGET_TOKENS: z.coerce.number().int().min(2_000).max(100_000_000).default(400_000),
  QM_BUDGET_WALL_MS: z.coerce.number().int().min(2_000).max(86_400_000).default(900_000),
  QM_BUDGET_COST: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,6})?$/, 'must be a decimal text such as "0.50"')
    .optional(),
};

/** One task of a model gets at most this much of its request's budget. */
const TASK = { steps: 14, tokens: 80_000, wallMs: 120_000 };

const microsOf = (decimal: string): number => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, "0"));
};

/**
 * Limits from the settings.
 * @param models every model that a request may ask.
 * @throws AppError config_invalid when cost is to be limited for a model without a price: the limit would never hold.
 */
export function readLimits(
  read: { QM_BUDGET_STEPS: number; QM_BUDGET_TOKENS: number; QM_BUDGET_WALL_MS: number; QM_BUDGET_COST?: string | undefined },
  prices: Prices,
  models: readonly string[],
): BudgetLimits {
  const unpriced = models.find((model) => priceOf(prices, model) === null);
  if (read.QM_BUDGET_COST !== undefined && unpriced !== undefined) {
    throw new AppError("config_invalid", { detail: `QM_BUDGET_COST needs a price of ${unpriced} in QM_PRICES` });
  }
  const costMicros = read.QM_BUDGET_COST === undefined ? null : microsOf(read.QM_BUDGET_COST);
  const request = { steps: read.QM_BUDGET_STEPS, tokens: read.QM_BUDGET_TOKENS, wallMs: read.QM_BUDGET_WALL_MS, costMicros };
  const least = (key: keyof typeof TASK) => Math.min(TASK[key], request[key]);
  return { request, task: { steps: least("steps"), tokens: least("tokens"), wallMs: least("wallMs"), costMicros } };
}

/** A cost as results state it, in millionths; 0 when the model has no price. */
export const costMicrosOf = (cost: string | null): number => (cost === null ? 0 : microsOf(cost));
