import { ALL_TENANTS, type Tx, transaction } from "@quartermaster/shared/db";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { activeUsers, missingRole } from "../adapters/user-store.ts";
import { openSlotsOf } from "../decision/open-roles.ts";
import type { SlotPicture } from "../decision/plan-picture.ts";
import type { PlanKey, SweepDeps } from "./expire-items.ts";
import { forEachPlan } from "./for-each-plan.ts";

interface ReviewRow {
  tenant: string;
  asked_at: string;
  after_id: string;
}

interface ItemRow extends PlanKey {
  id: string;
  requester: string;
  slots: SlotPicture[];
  filled_by: string[];
  no_eligible_approver: string | null;
}

const PAGE = 500;
// A second later: whoever opened an item meanwhile and still saw the people of before has written it by then.
const DUE = `select tenant, asked_at::text, after_id from people_reviews where asked_at < clock_timestamp() - interval '1 second'
  order by asked_at limit 20`;
const ITEMS = `select tenant, id, plan_id, requester, slots, filled_by, no_eligible_approver from approvals
  where tenant = $1 and state = 'pending' and id > $2 order by id limit ${PAGE}`;
// A change in between asked for a new review, which begins at the first item.
const GO_ON = "update people_reviews set after_id = $3 where tenant = $1 and asked_at = $2::timestamptz";
const DONE = "delete from people_reviews where tenant = $1 and asked_at = $2::timestamptz";

async function pageOf(tx: Tx, review: ReviewRow): Promise<{ items: ItemRow[]; differing: PlanKey[] }> {
  const users = await activeUsers(tx, review.tenant);
  const items = (await tx.query<ItemRow & Record<string, unknown>>(ITEMS, [review.tenant, review.after_id])).rows;
  const differs = (item: ItemRow): boolean =>
    missingRole(users, item.requester, openSlotsOf(item.slots), item.filled_by) !== item.no_eligible_approver;
  const plans = new Map(items.filter(differs).map(({ tenant, plan_id }) => [plan_id, { tenant, plan_id }]));
  return { items, differing: [...plans.values()] };
}

async function nameMissingRoles({ plan, tx }: PlanUnit): Promise<void> {
  const users = await activeUsers(tx, plan.tenant);
  for (const approval of plan.approvals) {
    if (approval.state !== "pending") continue;
    const open = openSlotsOf(approval.slots);
    const taken = approval.slots.flatMap((slot) => slot.filledBy ?? []);
    approval.noEligibleApprover = missingRole(users, plan.requester, open, taken);
  }
}

/**
 * One round: open items of tenants whose people changed say anew for which role nobody is left, or that somebody is there again. A page
 * of items for each tenant; what a process that dies leaves over stays due.
 */
export async function reviewPeople(deps: SweepDeps): Promise<void> {
  const reviews = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<ReviewRow & Record<string, unknown>>(DUE)).rows);
  for (const review of reviews) {
    const { items, differing } = await transaction(deps.pool, review.tenant, async (tx) => await pageOf(tx, review));
    await forEachPlan(
      deps.log,
      "people",
      differing,
      async (key) => await changePlan(deps.outbox, key.tenant, key.plan_id, nameMissingRoles),
    );
    const last = items.length < PAGE ? undefined : items.at(-1);
    await transaction(deps.pool, review.tenant, async (tx) =>
      last ? await tx.query(GO_ON, [review.tenant, review.asked_at, last.id]) : await tx.query(DONE, [review.tenant, review.asked_at]),
    );
  }
}
