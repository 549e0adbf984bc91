import type { ApprovalPicture, DecisionPicture, SlotPicture } from "./plan-picture.ts";

export interface DecisionAttempt {
  by: string;
  roles: readonly string[];
  decision: "approve" | "reject";
  cardHash: string;
  /** Revision named by If-Match; null when the header was not sent. */
  ifMatch: number | null;
}

export type Judgement =
  | { kind: "replay"; decision: DecisionPicture }
  | {
      kind: "refused";
      code:
        | "already_decided"
        | "expired"
        | "superseded"
        | "requester_is_changing_this"
        | "requester_cannot_decide"
        | "role_missing"
        | "already_filled_by_you"
        | "precondition_required"
        | "card_changed"
        | "card_outdated";
      winner?: DecisionPicture;
    }
  /** `slot` is the place that the person fills, or -1 for a rejection. */
  | { kind: "accepted"; slot: number; role: string; completes: boolean };

/**
 * Decisions that count for the card as it stands: of this revision, and not void. The hash alone would not do: a card that moved and
 * came back has the old hash, but its slots were emptied and stay empty.
 */
export const standingDecisions = (approval: ApprovalPicture): DecisionPicture[] =>
  approval.decisions.filter(
    (decision) => !decision.void && decision.approvalRevision === approval.revision && decision.cardHash === approval.cardHash,
  );

/** True while an edit waits for the coordinator's new revision: nobody approves what an approver has narrowed already. */
export const isBeingEdited = (approval: Pick<ApprovalPicture, "edit">): boolean =>
  approval.edit !== null && approval.edit.revision === null;

/** The role by which somebody could fill a slot: its own before the one that it was passed on to. */
const roleFor = (slot: SlotPicture, roles: readonly string[]): string | undefined =>
  [slot.role, slot.also].find((role) => role !== undefined && roles.includes(role));

/**
 * The slot that somebody fills, with the role; -1 when there is none. A slot of their own role comes before one that was passed on:
 * that one others can fill as well.
 */
function slotFor(approval: ApprovalPicture, roles: readonly string[]): { slot: number; role: string } {
  const open = (slot: SlotPicture) => slot.filledBy === null;
  const own = approval.slots.findIndex((slot) => open(slot) && roles.includes(slot.role));
  const slot = own >= 0 ? own : approval.slots.findIndex((candidate) => open(candidate) && roleFor(candidate, roles) !== undefined);
  const found = approval.slots[slot];
  return { slot, role: (found && roleFor(found, roles)) ?? "" };
}

/** Why this person cannot decide this open item, looking at roles and four eyes only; null = can. */
export function whyCannotDecide(
  approval: ApprovalPicture,
  by: string,
  roles: readonly string[],
): "requester_cannot_decide" | "role_missing" | "already_filled_by_you" | null {
  if (approval.requester === by) return "requester_cannot_decide";
  if (!approval.slots.some((slot) => roleFor(slot, roles) !== undefined)) return "role_missing";
  if (approval.slots.some((slot) => slot.filledBy === by)) return "already_filled_by_you";
  return slotFor(approval, roles).slot >= 0 ? null : "role_missing";
}

function closed(approval: ApprovalPicture, attempt: DecisionAttempt): Judgement {
  const own = [...approval.decisions].reverse().find((decision) => decision.by === attempt.by && !decision.void);
  const decided = approval.state === "approved" || approval.state === "rejected";
  if (decided && own?.decision === attempt.decision && own.cardHash === attempt.cardHash) return { kind: "replay", decision: own };
  if (decided) {
    const winner = [...approval.decisions].reverse().find((decision) => !decision.void);
    return winner ? { kind: "refused", code: "already_decided", winner } : { kind: "refused", code: "already_decided" };
  }
  return { kind: "refused", code: approval.state === "expired" ? "expired" : "superseded" };
}

/**
 * Judges one attempt to decide, in the order of the contract: already decided, paused, requester, role, same person, If-Match, card.
 * Pure; the caller has authenticated and found the item, and looks at the world afterwards.
 * @param businessNow ISO, from the database.
 */
export function judgeDecision(approval: ApprovalPicture, attempt: DecisionAttempt, businessNow: string): Judgement {
  if (approval.state !== "pending") return closed(approval, attempt);
  if (Date.parse(approval.decideBy) <= Date.parse(businessNow)) return { kind: "refused", code: "expired" };
  if (approval.pausedUntil !== null) return { kind: "refused", code: "requester_is_changing_this" };
  const reason = whyCannotDecide(approval, attempt.by, attempt.roles);
  if (reason !== null) return { kind: "refused", code: reason };
  if (attempt.ifMatch === null) return { kind: "refused", code: "precondition_required" };
  if (attempt.ifMatch !== approval.revision || attempt.cardHash !== approval.cardHash) return { kind: "refused", code: "card_changed" };
  // A revision may be long in coming, and who wants none of it need not wait for less of it.
  if (isBeingEdited(approval) && attempt.decision === "approve") return { kind: "refused", code: "card_outdated" };
  const { slot, role } = slotFor(approval, attempt.roles);
  if (attempt.decision === "reject") return { kind: "accepted", slot: -1, role, completes: true };
  const open = approval.slots.filter((candidate) => candidate.filledBy === null).length;
  return { kind: "accepted", slot, role, completes: open === 1 };
}
