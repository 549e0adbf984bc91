import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { activeUsers, missingRole } from "../adapters/user-store.ts";
import { openSlotsOf } from "../decision/open-roles.ts";
import type { ApprovalPicture } from "../decision/plan-picture.ts";
import { noteOf } from "../notifications/notes/notes-of-change.ts";
import { storeNotes } from "../notifications/notes/store-notes.ts";
import type { PlanKey, SweepDeps } from "../sweeper/expire-items.ts";
import { forEachPlan } from "../sweeper/for-each-plan.ts";
import { escalate } from "./escalate.ts";
import type { Alert } from "./plan-alerts.ts";

// In no order: a plan that fails must not keep others from their turn.
const DUE = `select t.tenant, a.plan_id from tenants t
  join approval_alerts d on d.tenant = t.tenant and d.due_at <= now() + make_interval(secs => t.offset_ms / 1000.0)
  join approvals a on a.id = d.approval_id group by t.tenant, a.plan_id order by random() limit 50`;
// Also those of items that are closed, or of an older revision of the plan: they are due for nothing any more.
const TAKE = `delete from approval_alerts d using approvals a where a.id = d.approval_id and a.plan_id = $1 and d.tenant = $2 and d.due_at <= $3
  returning d.approval_id as id, d.kind`;

async function passOn(unit: PlanUnit, approval: ApprovalPicture): Promise<void> {
  const roles = escalate(approval);
  if (roles.length === 0) return;
  if (approval.noEligibleApprover !== null) {
    const open = openSlotsOf(approval.slots);
    const taken = approval.slots.flatMap((slot) => slot.filledBy ?? []);
    approval.noEligibleApprover = missingRole(await activeUsers(unit.tx, unit.plan.tenant), approval.requester, open, taken);
  }
  unit.ledger({
    kind: "approval.escalated",
    subject: approval.id,
    actor: "approvals",
    stepId: approval.stepId,
    body: { approvalId: approval.id, roles, decideBy: approval.decideBy },
  });
  const note = noteOf("approval.escalated", approval, `${approval.revision}:${approval.decideBy}`);
  await storeNotes(unit.tx, unit.plan.tenant, [{ ...note, body: { ...note.body, roles } }]);
}

async function raise(unit: PlanUnit): Promise<void> {
  const { plan, tx, businessNow } = unit;
  const due = (await tx.query<{ id: string; kind: Alert["kind"] }>(TAKE, [plan.planId, plan.tenant, businessNow])).rows;
  for (const { id, kind } of due) {
    const approval = plan.approvals.find((candidate) => candidate.id === id);
    if (approval?.state !== "pending" || Date.parse(approval.decideBy) <= Date.parse(businessNow)) continue;
    if (kind === "escalate") await passOn(unit, approval);
    else await storeNotes(tx, plan.tenant, [noteOf("approval.expiring", approval, approval.decideBy)]);
  }
}

/** One round: items that run out soon are called to mind, those that wait long are passed on. */
export async function raiseAlerts(deps: SweepDeps): Promise<void> {
  const plans = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<PlanKey & Record<string, unknown>>(DUE)).rows);
  await forEachPlan(deps.log, "alerts", plans, async (key) => await changePlan(deps.outbox, key.tenant, key.plan_id, raise));
}
