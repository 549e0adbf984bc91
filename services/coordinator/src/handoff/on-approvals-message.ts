import type { BusMessage } from "@quartermaster/shared/bus";
import { MESSAGE_TYPES, TYPE_HEADER } from "@quartermaster/shared/contracts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { onPlanState } from "./on-plan-state.ts";
import { onReceipt } from "./on-receipt.ts";

/** Takes what approvals sends: states of plans, and receipts that it was asked for, each as its executor signed it. */
export async function onApprovalsMessage(
  context: Pick<CoordinatorContext, "pool" | "outbox" | "verifier" | "news" | "faults">,
  orchestrator: Pick<Orchestrator, "kick">,
  message: BusMessage,
): Promise<void> {
  const isReceipt = message.headers.get(TYPE_HEADER) === MESSAGE_TYPES.receiptIssued;
  await (isReceipt ? onReceipt : onPlanState)(context, orchestrator, message);
}
