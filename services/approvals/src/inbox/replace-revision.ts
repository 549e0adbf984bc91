import type { Signer } from "@quartermaster/shared/signing";
import { announce, type PlanUnit } from "../adapters/change-plan.ts";
import { savePlan } from "../adapters/save-plan.ts";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { revokeGrants } from "../grants/revoke-grants.ts";

/** Moves what still holds from the older revision into the new one: state, decisions, grant and receipt of each carried step. */
export function moveCarried(unit: PlanUnit, previous: PlanPicture, carried: ReadonlyMap<string, StepPicture>): void {
  const { plan } = unit;
  for (const step of plan.steps) {
    const old = carried.get(step.id);
    if (!old) continue;
    const { id, position, body, ...rest } = old;
    Object.assign(step, rest);
    const approval = previous.approvals.find((candidate) => candidate.id === old.approvalId);
    if (!approval) continue;
    previous.approvals.splice(previous.approvals.indexOf(approval), 1);
    plan.approvals.push({
      ...approval,
      planRevision: plan.revision,
      carriedOverFrom: previous.revision,
      stepPosition: step.position,
      stepCount: plan.steps.length,
    });
    unit.ledger({
      kind: "approval.carried",
      subject: approval.id,
      actor: "approvals",
      stepId: step.id,
      body: { approvalId: approval.id, from: previous.revision, to: plan.revision, contentHash: body.contentHash },
    });
  }
}

/** Ends the older revision: open items are superseded, unused grants of steps that did not move are taken back. */
export async function retireRevision(
  unit: PlanUnit,
  signer: Signer,
  previous: PlanPicture,
  carried: ReadonlyMap<string, StepPicture>,
): Promise<void> {
  const original = structuredClone(previous);
  if (previous.state === "accepted") previous.state = "superseded";
  for (const approval of previous.approvals) {
    if (approval.state !== "pending") continue;
    Object.assign(approval, { state: "superseded", decidedAt: unit.now });
    unit.ledger({
      kind: "approval.closed",
      subject: approval.id,
      actor: "approvals",
      stepId: approval.stepId,
      body: { approvalId: approval.id, state: "superseded", by: unit.plan.revision },
    });
  }
  const saved = await savePlan(unit.tx, original, previous);
  for (const approval of saved.approvals) await announce(unit.tx, previous, approval);
  const dropped = previous.steps
    .filter((step) => step.grantId !== null && (step.receipt === null || step.receipt.outcome === "unknown") && !carried.has(step.id))
    .map((step) => step.id);
  await revokeGrants(unit, signer, dropped, "superseded by a newer plan revision");
}
