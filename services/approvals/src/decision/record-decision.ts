import { newId, type Preview } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { advancePlan, type GrantDeps, previewNow, readPlan } from "../grants/advance-plan.ts";
import { checkWorld } from "../grants/check-before-signing.ts";
import { issueDueGrants } from "../grants/issue-due-grants.ts";
import { renewApproval } from "../grants/renew-approval.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { verdictForStep } from "../policy/verdict-for-step.ts";
import { applyDecision } from "./apply-decision.ts";
import { dueSteps } from "./due-steps.ts";
import { type DecisionAttempt, type Judgement, judgeDecision } from "./judge-decision.ts";
import type { ApprovalPicture, DecisionPicture, PlanPicture } from "./plan-picture.ts";

export interface DecisionCommand extends DecisionAttempt {
  approvalId: string;
  planId: string;
  reason: string | null;
  reasonCode: string | null;
}

export type DecisionOutcome =
  | { kind: "recorded"; approval: ApprovalPicture }
  | { kind: "replayed"; approval: ApprovalPicture }
  | { kind: "outdated"; approval: ApprovalPicture; detail: string }
  | { kind: "refused"; judgement: Extract<Judgement, { kind: "refused" }>; approval: ApprovalPicture };

const find = (plan: PlanPicture, id: string): ApprovalPicture => {
  const approval = plan.approvals.find((candidate) => candidate.id === id);
  if (!approval) throw new AppError("not_found", { detail: "there is no such approval" });
  return approval;
};

const asDecision = (command: DecisionCommand, role: string, revision: number, at: string): DecisionPicture => ({
  id: newId("dec"),
  approvalId: command.approvalId,
  approvalRevision: revision,
  by: command.by,
  role,
  decision: command.decision,
  reason: command.reason,
  reasonCode: command.reasonCode,
  cardHash: command.cardHash,
  void: false,
  at,
});

/** Steps to preview before the decision is written: its own, and every one that its approval would let run. */
function stepsToPreview(plan: PlanPicture, command: DecisionCommand, slot: number, role: string, businessNow: string): string[] {
  const trial = structuredClone(plan);
  const approval = find(trial, command.approvalId);
  applyDecision(trial, asDecision(command, role, approval.revision, businessNow), slot);
  return [...new Set([approval.stepId, ...dueSteps(trial, businessNow).map((step) => step.id)])];
}

async function write(
  unit: PlanUnit,
  deps: GrantDeps,
  command: DecisionCommand,
  previews: ReadonlyMap<string, Preview>,
): Promise<DecisionOutcome> {
  const { plan, tx } = unit;
  const approval = find(plan, command.approvalId);
  const judgement = judgeDecision(approval, command, unit.businessNow);
  if (judgement.kind === "refused") return { kind: "refused", judgement, approval };
  if (judgement.kind === "replay") return { kind: "replayed", approval };
  const step = plan.steps.find((candidate) => candidate.id === approval.stepId);
  if (!step) throw new AppError("not_found", { detail: "the step of this approval is gone" });
  if (command.decision === "approve") {
    const preview = previews.get(step.id);
    if (!preview) throw new AppError("unavailable", { detail: "the executor has not been asked yet" });
    const outcome = await verdictForStep(tx, plan, step, preview.facts, await readPolicy(tx, plan.tenant));
    const world = checkWorld(step, preview, outcome);
    if (world.kind !== "same") {
      const moved = world.kind === "moved" ? { code: world.code, detail: world.detail } : undefined;
      await renewApproval(unit, step, approval, preview, world.kind === "policy" ? world.verdict : approval.policy, moved);
      return { kind: "outdated", approval, detail: moved?.detail ?? "the policy now asks for other people" };
    }
    if (approval.outdated) {
      await renewApproval(unit, step, approval, preview, approval.policy);
      return { kind: "outdated", approval, detail: "what had changed is as before again" };
    }
  }
  const decision = asDecision(command, judgement.role, approval.revision, unit.now);
  applyDecision(plan, decision, judgement.slot);
  unit.ledger({ kind: "decision.recorded", subject: decision.id, actor: command.by, stepId: step.id, body: decision });
  unit.event("approval.decided", {
    approvalId: approval.id,
    stepId: step.id,
    state: approval.state,
    by: decision.by,
    role: decision.role,
    decision: decision.decision,
    reason: decision.reason,
  });
  await issueDueGrants(unit, deps.signer, previews);
  return { kind: "recorded", approval };
}

/**
 * Records one person's decision. Checks come in the contract's order; then the executor is asked whether the world is still the one
 * on the card. Decision, grant, ledger and messages are one transaction, and of two people at once exactly one is first.
 * @throws AppError unavailable when the executor does not answer; nothing is recorded then.
 */
export async function recordDecision(deps: GrantDeps, tenant: string, command: DecisionCommand): Promise<DecisionOutcome> {
  const seen = await readPlan(deps.pool, tenant, command.planId);
  if (!seen) throw new AppError("not_found", { detail: "there is no such approval" });
  const approval = find(seen.plan, command.approvalId);
  const early = judgeDecision(approval, command, seen.businessNow);
  if (early.kind === "refused") return { kind: "refused", judgement: early, approval };
  if (early.kind === "replay") return { kind: "replayed", approval };
  const wanted = command.decision === "approve" ? stepsToPreview(seen.plan, command, early.slot, early.role, seen.businessNow) : [];
  const previews = wanted.length > 0 ? await previewNow(deps.executors, seen.plan, wanted) : new Map<string, Preview>();
  const outcome = await changePlan(deps.outbox, tenant, command.planId, async (unit) => await write(unit, deps, command, previews));
  if (outcome.kind === "recorded") {
    await deps.faults("approvals.afterDecisionCommit");
    // What the decision made due without a preview at hand; the sweeper does the same if this fails.
    await advancePlan(deps, tenant, command.planId).catch(() => {});
  }
  return outcome;
}
