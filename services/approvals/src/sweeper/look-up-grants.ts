import type { Bus } from "@quartermaster/shared/bus";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { changePlan } from "../adapters/change-plan.ts";
import { releaseStep } from "../decision/release-step.ts";
import { advance, type InboxDeps } from "../inbox/on-plan-message.ts";
import { recordReceipt } from "../inbox/record-receipt.ts";
import { isUnanswered } from "../previews/ask-executor.ts";
import { askOutcome } from "./ask-outcome.ts";
import { forEachPlan } from "./for-each-plan.ts";

interface GrantRow {
  tenant: string;
  id: string;
  plan_id: string;
  step_id: string;
  domain: string;
  look_ups: number;
  expired: boolean;
  safe: boolean;
}

// Long before the expiry too: the receipt may be lost with the bus, and what waits for it should not wait for five minutes.
// Those that were looked up longest ago first: an executor that is down answers none of its grants, and others must have their turn.
// After ten minutes of looking ever more rarely, at last every six hours, for about two months.
// "Never seen" counts only 30 s after the expiry: a grant may still lie in the stream until then, but not be accepted any more.
const OPEN = `select tenant, id, plan_id, step_id, domain, look_ups, exp < now() as expired, exp < now() - interval '30 seconds' as safe from grants
  where state = 'open' and exp < now() + interval '4 minutes 30 seconds' and look_ups < 300
    and (looked_up_at is null or looked_up_at < now() - make_interval(secs => least(10 * 2 ^ least(greatest(look_ups - 60, 0), 12), 21600)))
  order by looked_up_at nulls first, exp limit 50`;

/** Look-ups, about ten minutes of them, after which people are told that nobody can say what became of a grant. */
const TELL_AFTER = 60;

/** Says on the step why it is still at work. It stays so: only its executor knows whether anything was done. */
async function tellWhy(deps: InboxDeps, grant: GrantRow, error: AppError): Promise<void> {
  const invalid = error.code === "executor_answer_invalid";
  const code = invalid ? error.code : "executor_silent";
  const reason = `the ${grant.domain} executor ${invalid ? "answers with what cannot be used" : "does not say what became of this"}; whether it was done is not known yet`;
  await changePlan(deps.outbox, grant.tenant, grant.plan_id, async ({ plan }) => {
    const step = plan.steps.find((candidate) => candidate.id === grant.step_id && candidate.grantId === grant.id);
    if (step?.state === "executing") Object.assign(step, { code, reason });
  });
}

async function neverSeen(deps: InboxDeps, grant: GrantRow): Promise<void> {
  await changePlan(deps.outbox, grant.tenant, grant.plan_id, async (unit) => {
    const ended = await unit.tx.query("update grants set state = 'never_seen' where id = $1 and state = 'open'", [grant.id]);
    if (ended.rowCount !== 1) return;
    unit.ledger({ kind: "grant.never_seen", subject: grant.id, actor: "approvals", stepId: grant.step_id, body: { grantId: grant.id } });
    const step = unit.plan.steps.find((candidate) => candidate.id === grant.step_id && candidate.grantId === grant.id);
    if (step?.state !== "executing") return;
    releaseStep(unit.plan, step, { code: "grant_expired", reason: "the executor never saw the grant" }, unit.now);
  });
}

/** Asks executors what became of grants without a receipt. Only "never seen" after the expiry lets a step be granted again. */
export async function lookUpGrants(deps: InboxDeps, bus: Pick<Bus, "request">): Promise<void> {
  const rows = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<GrantRow>(OPEN)).rows);
  await forEachPlan(deps.log, "grants", rows, async (grant) => {
    await transaction(
      deps.pool,
      grant.tenant,
      async (tx) => await tx.query("update grants set looked_up_at = now(), look_ups = look_ups + 1 where id = $1", [grant.id]),
    );
    try {
      const answer = await askOutcome(bus, deps.verifier, grant);
      if (answer === "never_seen") {
        if (!grant.safe) return;
        await neverSeen(deps, grant);
      } else if (!grant.expired && answer.body.outcome === "unknown") {
        // A call to an outside system may be under way; its own receipt says more, and comes first.
        return;
      } else {
        await recordReceipt(deps.outbox, answer);
      }
      await advance(deps, grant.tenant, grant.plan_id);
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      deps.log.warn({ err: error, grantId: grant.id }, "grant could not be looked up");
      if (isUnanswered(error) && grant.look_ups + 1 >= TELL_AFTER) await tellWhy(deps, grant, error);
    }
  });
}
