import type { ApprovalPicture } from "../decision/plan-picture.ts";
import { nextRole } from "../policy/next-role.ts";

/**
 * Lets the next role fill what is still open of an item. Whoever could decide before still can; how many people decide, and that they
 * are different ones, stays. Returns the roles that came to it.
 */
export function escalate(approval: ApprovalPicture): string[] {
  const added = new Set<string>();
  for (const slot of approval.slots) {
    const next = slot.filledBy === null && slot.also === undefined ? nextRole(slot.role) : null;
    if (next === null) continue;
    slot.also = next;
    added.add(next);
  }
  return [...added];
}
