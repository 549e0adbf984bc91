import type { Logger } from "@quartermaster/shared/log";
import type { PlanKey } from "./expire-items.ts";

/**
 * Does a chore for one plan after the other. One that fails is told and passed over: it would keep all others from their turn.
 * @returns those that were done.
 */
export async function forEachPlan<T extends PlanKey>(
  log: Pick<Logger, "warn">,
  chore: string,
  plans: readonly T[],
  work: (plan: T) => Promise<void>,
): Promise<T[]> {
  const done: T[] = [];
  for (const plan of plans) {
    try {
      await work(plan);
      done.push(plan);
    } catch (error) {
      log.warn({ err: error, chore, tenant: plan.tenant, planId: plan.plan_id }, "sweep failed for a plan");
    }
  }
  return done;
}
