import type { Approval } from "../api/types.ts";

/** What this person may do with an item: while an edit waits for its revision nobody approves it, but it can be rejected. */
export function leaveOf(approval: Pick<Approval, "state" | "canDecide" | "canReject">): { approve: boolean; reject: boolean } {
  const isOpen = approval.state === "pending";
  return { approve: isOpen && approval.canDecide, reject: isOpen && (approval.canDecide || approval.canReject === true) };
}
