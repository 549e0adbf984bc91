import type { Preview, Receipt } from "@quartermaster/shared/contracts";
import { type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Signer } from "@quartermaster/shared/signing";
import { changePlan } from "../adapters/change-plan.ts";
import { loadPlan, readHead } from "../adapters/load-plan.ts";
import { dueSteps } from "../decision/due-steps.ts";
import type { PlanPicture } from "../decision/plan-picture.ts";
import type { ExecutorPort } from "../previews/ask-executor.ts";
import { forgetUnanswered } from "../previews/count-unanswered.ts";
import { previewSteps } from "../previews/preview-steps.ts";
import { issueDueGrants } from "./issue-due-grants.ts";

export interface GrantDeps {
  pool: Pool;
  outbox: Pick<Outbox, "transaction">;
  executors: ExecutorPort;
  signer: Signer;
  faults: ReachFaultPoint;
}

const MAX_ROUNDS = 4;

/** Reads the revision in force of a plan without a lock, with business time. */
export async function readPlan(pool: Pool, tenant: string, planId: string): Promise<{ plan: PlanPicture; businessNow: string } | null> {
  return await transaction(pool, tenant, async (tx) => {
    const head = await readHead(tx, planId, false);
    const plan = head && head.revision > 0 ? await loadPlan(tx, tenant, head, head.revision) : null;
    if (!plan) return null;
    const row = (
      await tx.query<{ business: string }>({ name: "business-now", text: "select business_now($1) as business", values: [tenant] })
    ).rows[0];
    return { plan, businessNow: row?.business ?? new Date().toISOString() };
  });
}

/** Previews of steps that are still to run. What a step that is done made stands in the records; its prediction must not hide that. */
export const predictedPreviews = (plan: PlanPicture | null): Map<string, Preview> =>
  new Map((plan?.steps ?? []).flatMap((step) => (step.preview && step.state !== "succeeded" ? [[step.id, step.preview] as const] : [])));

/** Fresh previews of the named steps, seen after what earlier steps did or would do. */
export async function previewNow(executors: ExecutorPort, plan: PlanPicture, stepIds: readonly string[]): Promise<Map<string, Preview>> {
  const receipts = new Map<string, Receipt>(plan.steps.flatMap((step) => (step.receipt ? [[step.id, step.receipt] as const] : [])));
  const earlier = predictedPreviews(plan);
  const steps = plan.steps.filter((step) => stepIds.includes(step.id)).map((step) => step.body);
  return await previewSteps(executors, plan.tenant, steps, receipts, earlier);
}

/**
 * Signs what runs now: previews the due steps, then looks again and signs under the plan's lock. Called after every change that may
 * make a step due, and by the sweeper. Bounded; what is left the sweeper takes up. Questions that had no answer are forgotten where
 * executors have answered, and where nothing is due: else the silence of one hour would count against a step of another day.
 * @throws AppError when an executor does not answer.
 */
export async function advancePlan(deps: GrantDeps, tenant: string, planId: string): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const seen = await readPlan(deps.pool, tenant, planId);
    const due = seen ? dueSteps(seen.plan, seen.businessNow) : [];
    if (!seen || due.length === 0) break;
    const previews = await previewNow(
      deps.executors,
      seen.plan,
      due.map((step) => step.id),
    );
    const missing = await changePlan(deps.outbox, tenant, planId, async (unit) => await issueDueGrants(unit, deps.signer, previews));
    await deps.faults("approvals.afterGrantCommit");
    if (missing.length === 0) break;
  }
  await forgetUnanswered(deps, tenant, planId);
}
