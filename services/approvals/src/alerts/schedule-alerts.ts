import type { Tx } from "@quartermaster/shared/db";
import type { PlanPicture } from "../decision/plan-picture.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { hasNewTime, planAlerts } from "./plan-alerts.ts";

const WRITE = `insert into approval_alerts (tenant, approval_id, kind, due_at)
  select $1, a.id, a.kind, a.due from unnest($2::text[], $3::text[], $4::timestamptz[]) as a(id, kind, due)
  on conflict (approval_id, kind) do update set due_at = excluded.due_at`;

/** Plans the alerts of items that a change of a plan opened, in the same transaction. */
export async function scheduleAlerts(tx: Tx, before: PlanPicture, after: PlanPicture, businessNow: string): Promise<void> {
  const opened = after.approvals.filter((approval) =>
    hasNewTime(
      before.approvals.find((candidate) => candidate.id === approval.id),
      approval,
    ),
  );
  if (opened.length === 0) return;
  const { thresholds } = await readPolicy(tx, after.tenant);
  const alerts = opened.flatMap((approval) => planAlerts(approval, thresholds, businessNow));
  if (alerts.length === 0) return;
  const values = [after.tenant, alerts.map((a) => a.approvalId), alerts.map((a) => a.kind), alerts.map((a) => a.dueAt)];
  await tx.query({ name: "alerts-write", text: WRITE, values });
}
