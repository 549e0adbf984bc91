import { newId, type Preview } from "@quartermaster/shared/contracts";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { activeUsers, missingRole } from "../adapters/user-store.ts";
import { buildCard } from "../card/build-card.ts";
import type { StepPicture } from "../decision/plan-picture.ts";
import { decideBy } from "../policy/deadlines.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { conflictsOf } from "../policy/verdict-for-step.ts";

/** Puts a step in front of people: builds its card and the item of the queue. The step's `executeBy` must be set. */
export async function openApproval(unit: PlanUnit, step: StepPicture, preview: Preview, verdict: PolicyVerdict): Promise<void> {
  const { plan, tx } = unit;
  const limit = step.executeBy === null ? null : Date.parse(step.executeBy);
  const { thresholds } = await readPolicy(tx, plan.tenant);
  const until = decideBy(Date.parse(unit.businessNow), preview.facts, limit, thresholds);
  const decideUntil = new Date(until).toISOString();
  const { card, risk } = buildCard({
    step: step.body,
    preview,
    verdict,
    conflicts: conflictsOf(plan, step.id),
    requester: plan.requester,
    decideBy: decideUntil,
    executeBy: step.executeBy,
  });
  const id = newId("apr");
  plan.approvals.push({
    id,
    stepId: step.id,
    planRevision: plan.revision,
    stepPosition: step.position,
    stepCount: plan.steps.length,
    requestId: plan.requestId,
    threadId: plan.threadId,
    requester: plan.requester,
    agent: step.body.agent,
    tool: step.body.tool,
    revision: 1,
    state: "pending",
    risk,
    card,
    cardHash: card.hash,
    agentNote: step.body.note,
    policy: verdict,
    slots: verdict.slots.map((role) => ({ role, filledBy: null })),
    decideBy: decideUntil,
    executeBy: step.executeBy,
    claimedBy: null,
    claimedAt: null,
    delegatedTo: null,
    pausedUntil: plan.pausedUntil,
    carriedOverFrom: null,
    noEligibleApprover: missingRole(await activeUsers(tx, plan.tenant), plan.requester, verdict.slots),
    outdated: false,
    edit: null,
    createdAt: unit.now,
    decidedAt: null,
    decisions: [],
  });
  Object.assign(step, { state: "pending", approvalId: id, policy: verdict, preview, code: null, reason: null });
  unit.ledger({
    kind: "approval.opened",
    subject: id,
    actor: "approvals",
    stepId: step.id,
    body: { approvalId: id, revision: 1, policy: verdict, card },
  });
  unit.event("approval.requested", {
    approvalId: id,
    stepId: step.id,
    revision: 1,
    headline: card.headline,
    required: verdict.required,
    roles: verdict.slots,
  });
}
