import { openRolesOf } from "../../decision/open-roles.ts";
import type { ApprovalPicture, PlanPicture, StepPicture } from "../../decision/plan-picture.ts";
import type { Note, NoteKind } from "./note.ts";

/** The card has all of it; fifty of these fit into one message. */
const MOST_HEADLINE = 300;

/** A note of one item. `key` tells this happening from later ones of the same kind. */
export function noteOf(kind: NoteKind, approval: ApprovalPicture, key: string | number, because: string | null = null): Note {
  const last = approval.decisions.filter((decision) => !decision.void).at(-1);
  const decision = kind === "approval.decided" ? last : undefined;
  return {
    kind,
    approvalId: approval.id,
    key: `${kind}:${approval.id}:${key}`,
    body: {
      requestId: approval.requestId,
      revision: approval.revision,
      state: approval.state,
      agent: approval.agent,
      tool: approval.tool,
      risk: approval.risk,
      headline: [...approval.card.headline].slice(0, MOST_HEADLINE).join(""),
      requester: approval.requester,
      decideBy: approval.decideBy,
      roles: openRolesOf(approval),
      approvedBy: approval.decisions.filter((one) => one.decision === "approve" && !one.void).map((one) => one.by),
      decidedBy: decision?.by ?? null,
      decision: decision?.decision ?? null,
      reasonCode: decision?.reasonCode ?? null,
      because,
    },
  };
}

/** Code of what moved when a step has just become stale; an approver's own edit is no news of that kind. */
function movedBy(before: StepPicture | undefined, after: StepPicture | undefined): string | null {
  if (after?.state !== "stale" || after.code === "edited") return null;
  return before?.state === "stale" && before.code === after.code ? null : (after.code ?? "stale_snapshot");
}

function noteOfItem(before: ApprovalPicture | undefined, after: ApprovalPicture): Note | null {
  if (after.state === "pending") {
    // Carried over from an older revision of the plan: people know of it already.
    const isNew = before === undefined ? after.carriedOverFrom === null : before.state !== "pending";
    return isNew ? noteOf("approval.requested", after, `${after.revision}:${after.decideBy}`) : null;
  }
  if (before?.state !== "pending") return null;
  if (after.state === "expired") return noteOf("approval.expired", after, after.decideBy);
  const decided = after.state === "approved" || after.state === "rejected";
  return decided ? noteOf("approval.decided", after, after.decisions.at(-1)?.id ?? after.revision) : null;
}

/** What a change of a plan is worth telling, from the picture before and after it. Pure. */
export function notesOfChange(before: PlanPicture, after: PlanPicture): Note[] {
  return after.approvals.flatMap((approval) => {
    const was = before.approvals.find((candidate) => candidate.id === approval.id);
    const byId = (step: StepPicture) => step.id === approval.stepId;
    const moved = movedBy(before.steps.find(byId), after.steps.find(byId));
    // Of an item that opens again because the world moved, this says more than that it is there.
    if (was && moved !== null) return [noteOf("approval.stale", was, `${was.revision}:${moved}`, moved)];
    const note = noteOfItem(was, approval);
    return note ? [note] : [];
  });
}
