import type { Preview, Receipt } from "@quartermaster/shared/contracts";
import { type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import type { Signer } from "@quartermaster/shared/signing";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { loadPlan, readHead } from "../adapters/load-plan.ts";
import type { PlanPicture } from "../decision/plan-picture.ts";
import { propagate } from "../decision/propagate.ts";
import { type MissedEdit, moveEdited } from "../edits/keep-edited.ts";
import { predictedPreviews } from "../grants/advance-plan.ts";
import { issueDueGrants } from "../grants/issue-due-grants.ts";
import type { ExecutorPort } from "../previews/ask-executor.ts";
import { previewSteps } from "../previews/preview-steps.ts";
import { assessSteps } from "./assess-steps.ts";
import { carriedSteps } from "./carry-over.ts";
import { holdRepeatedSteps } from "./hold-repeated-steps.ts";
import { moveCarried, retireRevision } from "./replace-revision.ts";
import { withdrawPlan } from "./run-command.ts";

export interface AcceptDeps {
  pool: Pool;
  outbox: Pick<Outbox, "transaction">;
  executors: ExecutorPort;
  signer: Signer;
}

const SETTLED = new Set<string>(["executing", "succeeded", "unknown", "rejected", "expired"]);

export type Accepted = "accepted" | "refused" | "waiting" | "done";

interface Revisions {
  plan: PlanPicture;
  previous: PlanPicture | null;
}

async function readRevisions(deps: AcceptDeps, tenant: string, planId: string, revision: number): Promise<Revisions | null> {
  return await transaction(deps.pool, tenant, async (tx) => {
    const head = await readHead(tx, planId, false);
    const plan = head ? await loadPlan(tx, tenant, head, revision) : null;
    if (!head || !plan) return null;
    return { plan, previous: head.revision > 0 && head.revision !== revision ? await loadPlan(tx, tenant, head, head.revision) : null };
  });
}

const receiptsOf = (plan: PlanPicture | null): Map<string, Receipt> =>
  new Map((plan?.steps ?? []).flatMap((step) => (step.receipt ? [[step.id, step.receipt] as const] : [])));

/** A step of the older revision that may still have an effect and is not part of the new one: its outcome must be known first. */
const stillRunning = (previous: PlanPicture | null, carried: ReadonlyMap<string, unknown>): boolean =>
  (previous?.steps ?? []).some((step) => step.state === "executing" && !carried.has(step.id));

async function decideAll(
  unit: PlanUnit,
  deps: AcceptDeps,
  previews: ReadonlyMap<string, Preview>,
  previous: PlanPicture | null,
): Promise<Accepted> {
  const { plan, tx } = unit;
  // Two plans of one person at the same moment must see each other in the day's sum.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${plan.tenant}/${plan.requester}`]);
  const carried = carriedSteps(previous, plan.steps);
  // A step whose state changed while the previews were on their way has none; the plan is taken up again.
  if (plan.steps.some((step) => !previews.has(step.id) && !carried.has(step.id))) return "waiting";
  let missed: MissedEdit | null = null;
  if (previous) {
    moveCarried(unit, previous, carried);
    missed = moveEdited(unit, previous);
    await retireRevision(unit, deps.signer, previous, carried);
  }
  // Under the lock above: the order of acceptance says which of a person's plans the day's sum sees.
  const order = "case when accepted_seq = 0 then nextval('plan_acceptances') else accepted_seq end";
  await tx.query(`update plan_heads set revision = $2, accepted_seq = ${order} where plan_id = $1`, [plan.planId, plan.revision]);
  const repeated = await holdRepeatedSteps(unit, carried);
  const assessed = new Map([...previews].filter(([id]) => !repeated.has(id)));
  const refusal = await assessSteps(unit, assessed, carried, missed);
  const kind = refusal ? "plan.refused" : "plan.accepted";
  plan.state = refusal ? "refused" : "accepted";
  plan.refusal = refusal;
  const body = {
    planHash: plan.planHash,
    revision: plan.revision,
    requester: plan.requester,
    refusal,
    steps: plan.steps.map((step) => ({ id: step.id, contentHash: step.body.contentHash, state: step.state })),
  };
  unit.ledger({ kind, subject: plan.planId, actor: plan.requester, body });
  unit.touch();
  if (refusal) return "refused";
  propagate(plan, unit.now);
  await issueDueGrants(unit, deps.signer, assessed);
  return "accepted";
}

/**
 * Takes a stored plan into force: previews every step, applies policy, opens items, keeps the decisions that still hold, and signs
 * what may run at once. Safe to call again; `waiting` means that an older revision's step is still running.
 * @throws AppError when an executor does not answer; the plan stays stored and is tried again.
 */
export async function acceptPlan(deps: AcceptDeps, tenant: string, planId: string, revision: number): Promise<Accepted> {
  const seen = await readRevisions(deps, tenant, planId, revision);
  if (seen?.plan.state !== "received") return "done";
  const carried = carriedSteps(seen.previous, seen.plan.steps);
  if (stillRunning(seen.previous, carried)) return "waiting";
  const open = seen.plan.steps.filter((step) => !SETTLED.has(carried.get(step.id)?.state ?? ""));
  const receipts = receiptsOf(seen.previous);
  const earlier = predictedPreviews(seen.previous);
  const previews = await previewSteps(
    deps.executors,
    tenant,
    open.map((step) => step.body),
    receipts,
    earlier,
  );
  return await changePlan(
    deps.outbox,
    tenant,
    planId,
    async (unit) => {
      if (unit.plan.state !== "received") return "done";
      if (unit.plan.cancelRequested) {
        withdrawPlan(unit, "the request was cancelled", null);
        return "done";
      }
      const head = await readHead(unit.tx, planId, false);
      if (!head) return "done";
      if (head.revision > revision) {
        unit.plan.state = "superseded";
        return "done";
      }
      const previous = head.revision > 0 && head.revision < revision ? await loadPlan(unit.tx, tenant, head, head.revision) : null;
      // Who withdrew the plan did not know of this revision, or it was on its way: nobody is asked about it any more.
      if (previous?.state === "withdrawn") {
        withdrawPlan(unit, "the plan was withdrawn", null);
        return "done";
      }
      if (stillRunning(previous, carriedSteps(previous, unit.plan.steps))) return "waiting";
      return await decideAll(unit, deps, previews, previous);
    },
    revision,
  );
}
