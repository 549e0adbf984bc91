import { type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import type { AppError } from "@quartermaster/shared/errors";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { propagate } from "../decision/propagate.ts";
import { refuseReceived } from "../inbox/refuse-received.ts";

interface Deps {
  pool: Pool;
  outbox: Pick<Outbox, "transaction">;
}

interface Count {
  invalid: number;
  /** Without any answer for a day. */
  silent: boolean;
}

/** Answers of one plan's executors that were no answers, over about six minutes: the distance between two questions doubles. */
const MOST_INVALID = 8;

// Who waits is asked about every few seconds, with thousands of others every few hours: after a longer gap nobody waited in between.
const COUNT = `insert into unanswered_asks as a (tenant, plan_id, invalid, ask_at) values ($1, $2, $3::int, now() + $3::int * interval '3 seconds')
  on conflict (plan_id) do update set invalid = a.invalid + excluded.invalid,
    since = case when a.ask_at < now() - interval '6 hours' then now() else a.since end,
    ask_at = case when excluded.invalid = 1 then now() + make_interval(secs => least(3 * 2 ^ least(a.invalid, 7), 300)) else now() end
  returning invalid, since < now() - interval '1 day' as silent`;
const FORGET = "delete from unanswered_asks where plan_id = $1";

type End = { code: string; reason: string };

function whyItEnds(error: AppError, count: Count): End | null {
  if (error.code === "executor_answer_invalid" && count.invalid >= MOST_INVALID) {
    const who = `the ${String(error.extra.domain ?? "")} executor`;
    return { code: error.code, reason: `${who} answered ${count.invalid} times with what cannot be used; nothing was carried out` };
  }
  if (count.silent) return { code: "executor_silent", reason: "an executor did not answer for a day; nothing was carried out" };
  return null;
}

/** Nothing of the step was granted, so it ends without any effect; what depends on it is skipped, and the rest goes on. */
function endStep(unit: PlanUnit, stepId: string | null, end: End): void {
  const step = unit.plan.steps.find((candidate) => candidate.id === stepId);
  if (step?.state !== "approved") return;
  const late = step.executeBy !== null && Date.parse(step.executeBy) <= Date.parse(unit.businessNow);
  Object.assign(step, { state: late ? "expired" : "failed", ...end });
  unit.event("step.failed", { stepId: step.id, code: end.code, detail: end.reason });
  unit.ledger({ kind: "step.given_up", subject: step.id, actor: "approvals", stepId: step.id, body: { tool: step.body.tool, ...end } });
  propagate(unit.plan, unit.now);
}

/**
 * Counts a question about a plan that an executor did not answer as it must. A plan is not asked about without end: after some answers
 * that cannot be used, or a day of silence, a plan that was never shown is refused, and a step that waits for its grant ends.
 * @param revision of a plan that is not in force yet; the one in force without it
 */
export async function countUnanswered(deps: Deps, tenant: string, planId: string, error: AppError, revision?: number): Promise<void> {
  const invalid = error.code === "executor_answer_invalid" ? 1 : 0;
  const values = [tenant, planId, invalid];
  const count = await transaction(
    deps.pool,
    tenant,
    async (tx) => (await tx.query<Count & Record<string, unknown>>({ name: "unanswered-count", text: COUNT, values })).rows[0],
  );
  const end = count ? whyItEnds(error, count) : null;
  if (end === null) return;
  const stepId = typeof error.extra.stepId === "string" ? error.extra.stepId : null;
  await changePlan(
    deps.outbox,
    tenant,
    planId,
    async (unit) => {
      if (!refuseReceived(unit, { code: end.code, detail: end.reason, stepId })) endStep(unit, stepId, end);
      await unit.tx.query({ name: "unanswered-forget", text: FORGET, values: [planId] });
    },
    revision,
  );
}

/** Starts the count anew: the plan's executors answered, or nothing of it waits for them. */
export async function forgetUnanswered(deps: Pick<Deps, "pool">, tenant: string, planId: string): Promise<void> {
  await transaction(deps.pool, tenant, async (tx) => await tx.query({ name: "unanswered-forget", text: FORGET, values: [planId] }));
}
