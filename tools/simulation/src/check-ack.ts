import { MESSAGE_TYPES } from "@quartermaster/shared/contracts";
import { isOutcomeOfStep } from "../../../services/coordinator/src/handoff/on-receipt.ts";
import type { Row } from "./store/database.ts";
import type { World } from "./world.ts";

/**
 * Whether what a consumer says is done stands in its database: the broker never brings such a message again, so what is missing now is
 * lost but for the nets behind it. Gives what is missing, or null.
 */
export function checkAck(world: World, consumer: string, text: string): string | null {
  const { executor, approvals, coordinator } = {
    executor: world.databases.supply,
    approvals: world.databases.approvals,
    coordinator: world.databases.coordinator,
  };
  const { type, payload } = JSON.parse(text) as { type: string; payload: Row };
  const missing = (is: boolean, what: string): string | null => (is ? null : `${consumer} confirmed ${type} before it was stored: ${what}`);
  if (consumer === "executor") {
    const { grantId } = payload.body;
    return missing(executor.table("used_grant").has(grantId) || executor.table("revoked_grant").has(grantId), grantId);
  }
  if (consumer === "approvals" && type === MESSAGE_TYPES.planSubmitted)
    return missing(approvals.table("plans").has(`${payload.id}/${payload.revision}`), payload.id);
  if (consumer === "approvals-receipts") {
    const { receiptId, version } = payload.body;
    return missing(approvals.table("receipts").has(`${receiptId}/${version}`), receiptId);
  }
  if (consumer === "coordinator" && type === MESSAGE_TYPES.receiptIssued && isOutcomeOfStep(payload.body)) {
    const { planId, revision, stepId, version, receiptId } = payload.body;
    const step = coordinator.table("plan_steps").get(`${planId}/${revision}/${stepId}`);
    return missing(step === undefined || step.receipt_version >= version, receiptId);
  }
  return null;
}
