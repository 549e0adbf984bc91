import type { Budget } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { EventRequest } from "../events/record-event.ts";
import { dearestCost } from "../model/create-routing-model.ts";
import { readSpent, takeLease } from "./budget-ledger.ts";
import { leaseTask } from "./request-budget.ts";

/** What reading a turn may take at most: one question to the model and one repair, each with a try that is lost. */
const MOST = { steps: 4, tokens: 16_000, wallMs: 90_000 };

/**
 * Takes the lease under which a turn is read, in the transaction that starts the reading: no more than the request has left, and
 * its cost by the price of the model. An attempt that dies counts in full. Null when nothing is left to ask a model with.
 */
export async function leaseIntent(
  context: Pick<CoordinatorContext, "budgets" | "model">,
  tx: Pick<Tx, "query">,
  request: EventRequest,
  holder: string,
): Promise<Budget | null> {
  const { request: limits } = context.budgets;
  const { price } = context.model;
  const costMicros =
    limits.costMicros === null || price === null ? limits.costMicros : Math.min(limits.costMicros, dearestCost(price, MOST));
  const lease = leaseTask({ request: limits, task: { ...MOST, costMicros } }, await readSpent(tx, request.id), 1);
  if (typeof lease === "string") return null;
  const cost = price === null ? null : Math.min(lease.costMicros ?? Number.POSITIVE_INFINITY, dearestCost(price, lease));
  await takeLease(tx, request, holder, { ...lease, costMicros: cost });
  return lease;
}
