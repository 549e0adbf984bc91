import type { PlanConflict, Preview } from "@quartermaster/shared/contracts";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { activeUsers, missingRole } from "../adapters/user-store.ts";
import { escalate } from "../alerts/escalate.ts";
import { buildCard } from "../card/build-card.ts";
import { openSlotsOf } from "../decision/open-roles.ts";
import type { ApprovalPicture, DecisionPicture, StepPicture } from "../decision/plan-picture.ts";
import { bothVerdicts } from "../policy/both-verdicts.ts";
import { decideBy } from "../policy/deadlines.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { conflictsOf } from "../policy/verdict-for-step.ts";

/** Adds what moved to the card's conflicts, so that the reader of the new card sees why it is there. */
const movedConflict = (step: StepPicture, code: string, detail: string): PlanConflict => ({
  code,
  severity: "warn",
  steps: [step.id],
  detail,
  records: [],
  values: {},
});

async function decideByAnew(unit: PlanUnit, step: StepPicture, preview: Preview): Promise<string> {
  const limit = step.executeBy === null ? null : Date.parse(step.executeBy);
  const { thresholds } = await readPolicy(unit.tx, unit.plan.tenant);
  return new Date(decideBy(Date.parse(unit.businessNow), preview.facts, limit, thresholds)).toISOString();
}

/**
 * Makes a new card of an item from a fresh preview. Slots are empty again: what people decided was the old card, and it stays on record.
 * Less of the same may fall under a threshold, but whoever edits must not rid a step of the people that had to decide it.
 * With `moved` the step waits for a new plan revision (state stale) while the item stays open.
 */
export async function renewApproval(
  unit: PlanUnit,
  step: StepPicture,
  approval: ApprovalPicture,
  preview: Preview,
  asked: PolicyVerdict,
  moved?: { code: string; detail: string },
): Promise<void> {
  const verdict = approval.edit ? bothVerdicts(approval.policy, asked) : asked;
  // An item that was decided already may have no time left of its first one.
  const decideUntil = approval.state === "pending" ? approval.decideBy : await decideByAnew(unit, step, preview);
  const conflicts = [...conflictsOf(unit.plan, step.id), ...(moved ? [movedConflict(step, moved.code, moved.detail)] : [])];
  const { card, risk } = buildCard({
    step: step.body,
    preview,
    verdict,
    conflicts,
    requester: unit.plan.requester,
    decideBy: decideUntil,
    executeBy: step.executeBy,
  });
  const same = card.hash === approval.cardHash;
  const edited = approval.edit?.revision === null ? approval.edit : null;
  approval.outdated = moved !== undefined;
  step.state = moved ? "stale" : "pending";
  step.code = moved?.code ?? null;
  step.reason = moved?.detail ?? null;
  step.preview = preview;
  if (same && approval.state === "pending") {
    step.policy ??= approval.policy;
    return;
  }
  step.policy = verdict;
  Object.assign(approval, {
    revision: approval.revision + 1,
    state: "pending",
    card,
    cardHash: card.hash,
    risk,
    policy: verdict,
    decideBy: decideUntil,
    executeBy: step.executeBy,
    decidedAt: null,
    noEligibleApprover: missingRole(await activeUsers(unit.tx, unit.plan.tenant), unit.plan.requester, verdict.slots),
  });
  if (edited) approval.edit = { ...edited, revision: approval.revision };
  // What was passed on stays so: the time that went by does not come back with another card.
  const wasPassedOn = approval.slots.some((slot) => slot.also !== undefined);
  approval.slots = verdict.slots.map((role) => ({ role, filledBy: null }));
  if (wasPassedOn) escalate(approval);
  step.decidedAt = null;
  unit.ledger({
    kind: "approval.outdated",
    subject: approval.id,
    actor: "approvals",
    stepId: step.id,
    body: { approvalId: approval.id, revision: approval.revision, card, moved: moved ?? null, ...(edited ? { edit: edited.id } : {}) },
  });
  unit.event("approval.requested", {
    approvalId: approval.id,
    stepId: step.id,
    revision: approval.revision,
    headline: card.headline,
    because: moved?.code ?? (edited ? "edited" : "policy_changed"),
  });
}

/**
 * Opens an approved item again because approvers lost the right to stand behind it. The card stays, and with it the decisions that
 * still stand; only the time to decide starts anew.
 */
export async function reopenApproval(
  unit: PlanUnit,
  step: StepPicture,
  approval: ApprovalPicture,
  preview: Preview,
  lapsed: readonly DecisionPicture[],
): Promise<void> {
  for (const decision of lapsed) decision.void = true;
  for (const slot of approval.slots) if (lapsed.some((decision) => decision.by === slot.filledBy)) slot.filledBy = null;
  const open = openSlotsOf(approval.slots);
  const taken = approval.slots.flatMap((slot) => slot.filledBy ?? []);
  approval.noEligibleApprover = missingRole(await activeUsers(unit.tx, unit.plan.tenant), unit.plan.requester, open, taken);
  approval.decideBy = await decideByAnew(unit, step, preview);
  approval.state = "pending";
  approval.decidedAt = null;
  step.state = "pending";
  step.decidedAt = null;
  const who = lapsed.map((decision) => decision.by);
  unit.ledger({
    kind: "approval.reopened",
    subject: approval.id,
    actor: "approvals",
    stepId: step.id,
    body: { approvalId: approval.id, lapsed: who },
  });
  unit.event("approval.requested", { approvalId: approval.id, stepId: step.id, revision: approval.revision, because: "approver_lapsed" });
}
