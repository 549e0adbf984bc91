import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { changePlan } from "../adapters/change-plan.ts";
import { advance, type InboxDeps, tryAccept } from "../inbox/on-plan-message.ts";
import { refuseReceived } from "../inbox/refuse-received.ts";
import { forEachPlan } from "./for-each-plan.ts";

interface ReceivedRow {
  tenant: string;
  plan_id: string;
  revision: number;
  too_old: boolean;
}

// In no order: plans whose executor is down come back in every round, and must not keep those of another domain waiting.
/** How long a plan may wait for an executor before it is refused; the coordinator may hand it in again. */
const RECEIVED = `select tenant, plan_id, revision, received_at < now() - interval '10 minutes' as too_old from plans
  where state = 'received' and received_at < now() - interval '2 seconds'
    and not exists (select from unanswered_asks u where u.plan_id = plans.plan_id and u.ask_at > now()) order by random() limit 20`;
const WAITING = `select s.tenant, s.plan_id from plan_steps s join plan_heads h on h.plan_id = s.plan_id and h.revision = s.revision
  where s.state = 'approved'
    and not exists (select from unanswered_asks u where u.plan_id = s.plan_id and u.ask_at > now()) group by s.tenant, s.plan_id order by random() limit 100`;

async function giveUp(deps: InboxDeps, row: ReceivedRow): Promise<void> {
  await changePlan(
    deps.outbox,
    row.tenant,
    row.plan_id,
    async (unit) => refuseReceived(unit, { code: "unavailable", detail: "it could not be taken in for ten minutes", stepId: null }),
    row.revision,
  );
}

/** Tries stored plans again whose executors did not answer. */
export async function takeUpReceived(deps: InboxDeps): Promise<void> {
  const rows = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<ReceivedRow>(RECEIVED)).rows);
  await forEachPlan(deps.log, "received", rows, async (row) => {
    if (row.too_old) await giveUp(deps, row);
    else await tryAccept(deps, row.tenant, row.plan_id, row.revision);
  });
}

/** Advances plans with granted steps: what a crash between two transactions left behind becomes due here. */
export async function takeUpWaiting(deps: InboxDeps): Promise<void> {
  const rows = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<{ tenant: string; plan_id: string }>(WAITING)).rows);
  await forEachPlan(deps.log, "waiting", rows, async (row) => await advance(deps, row.tenant, row.plan_id));
}
