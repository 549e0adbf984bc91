import type { ApprovalPicture } from "../decision/plan-picture.ts";
import type { Thresholds } from "../policy/thresholds.ts";

export interface Alert {
  approvalId: string;
  kind: "warn" | "escalate";
  /** Business time, ISO. */
  dueAt: string;
}

/** When an item is called to mind and passed on: shares of the time that there is to decide. A share of 1 is never. Pure. */
export function planAlerts(approval: ApprovalPicture, thresholds: Thresholds, businessNow: string): Alert[] {
  const from = Date.parse(businessNow);
  const whole = Date.parse(approval.decideBy) - from;
  const shares = [
    ["warn", thresholds.expiry_warning_share],
    ["escalate", thresholds.escalation_share],
  ] as const;
  return shares.flatMap(([kind, share]) =>
    share >= 1 || whole <= 0 ? [] : [{ approvalId: approval.id, kind, dueAt: new Date(from + whole * share).toISOString() }],
  );
}

/** Whether an item has a time to decide that it did not have before. One that is carried over keeps what was planned for it. */
export function hasNewTime(before: ApprovalPicture | undefined, after: ApprovalPicture): boolean {
  if (after.state !== "pending") return false;
  if (before === undefined) return after.carriedOverFrom === null;
  return before.state !== "pending" || before.decideBy !== after.decideBy;
}
