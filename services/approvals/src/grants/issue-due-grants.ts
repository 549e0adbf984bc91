import { MESSAGE_TYPES, newId, type Preview, subjects } from "@quartermaster/shared/contracts";
import { MAX_BODY_BYTES } from "@quartermaster/shared/db";
import type { Signer } from "@quartermaster/shared/signing";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { envelope } from "../adapters/envelope.ts";
import { activeUsers } from "../adapters/user-store.ts";
import { dueSteps } from "../decision/due-steps.ts";
import type { StepPicture } from "../decision/plan-picture.ts";
import { propagate } from "../decision/propagate.ts";
import { openApproval } from "../inbox/open-approval.ts";
import { grantLeave } from "../kill-switch/raise-epoch.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { verdictForStep } from "../policy/verdict-for-step.ts";
import { buildGrant } from "./build-grant.ts";
import { checkWorld, lapsedApprovers } from "./check-before-signing.ts";
import { renewApproval, reopenApproval } from "./renew-approval.ts";

/** Grants of one step that expired unused before a person has to look. */
const MAX_GRANTS = 5;

/** The next try would make the same grant, and fail with everything else that is due. */
function endTooLarge(unit: PlanUnit, step: StepPicture): void {
  const end = { code: "message_too_large", reason: "its grant is too large to be passed on; nothing was carried out" };
  Object.assign(step, { state: "failed", ...end });
  unit.event("step.failed", { stepId: step.id, code: end.code, detail: end.reason });
  propagate(unit.plan, unit.now);
}

async function sign(unit: PlanUnit, signer: Signer, step: StepPicture, preview: Preview, policy: PolicyVerdict): Promise<void> {
  const { plan, tx, now } = unit;
  const { epoch, stopped } = await grantLeave(tx, plan.tenant);
  // The step stays approved; it is taken up again once execution goes on.
  if (stopped) return;
  const grant = buildGrant({ grantId: newId("grt"), plan, step, preview, policy, epoch, now });
  if (!grant) return;
  const signed = signer.sign("grant", grant);
  const body = JSON.stringify(envelope(MESSAGE_TYPES.grantIssued, plan.tenant, plan.requestId, signed, now));
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return endTooLarge(unit, step);
  const values = [plan.tenant, grant.grantId, plan.planId, plan.revision, step.id, step.body.agent, JSON.stringify(signed), grant.exp];
  await tx.query({
    name: "grant-insert",
    text: "insert into grants (tenant, id, plan_id, revision, step_id, domain, body, exp) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    values,
  });
  Object.assign(step, {
    state: "executing",
    grantId: grant.grantId,
    grantsIssued: step.grantsIssued + 1,
    code: null,
    reason: null,
    preview,
  });
  tx.send({
    subject: subjects.grant(step.body.agent, plan.tenant, step.id),
    msgId: grant.grantId,
    body,
  });
  unit.ledger({ kind: "grant.issued", subject: grant.grantId, actor: "approvals", stepId: step.id, body: signed });
  unit.event("step.executing", { stepId: step.id, tool: step.body.tool, agent: step.body.agent, grantId: grant.grantId });
}

/** Steps that may be signed now, or what happens to them instead. */
async function settle(
  unit: PlanUnit,
  signer: Signer,
  step: StepPicture,
  preview: Preview,
  roles: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { plan, tx } = unit;
  const approval = plan.approvals.find((candidate) => candidate.id === step.approvalId);
  const outcome = await verdictForStep(tx, plan, step, preview.facts, await readPolicy(tx, plan.tenant));
  const world = checkWorld(step, preview, outcome);
  if (world.kind === "moved") {
    Object.assign(step, { state: "stale", code: world.code, reason: world.detail });
    unit.event("step.stale", { stepId: step.id, code: world.code, detail: world.detail });
    return;
  }
  if (world.kind === "policy") {
    if (approval) await renewApproval(unit, step, approval, preview, world.verdict);
    else await openApproval(unit, step, preview, world.verdict);
    return;
  }
  const lapsed = approval ? lapsedApprovers(approval, roles) : [];
  if (approval && lapsed.length > 0) return await reopenApproval(unit, step, approval, preview, lapsed);
  await sign(unit, signer, step, preview, step.policy ?? world.verdict);
}

/**
 * Signs the grant of every step that runs now, looking once more at the world, the policy and the approvers. Steps without a fresh
 * preview are left and returned, so that the caller can fetch one and come again.
 */
export async function issueDueGrants(unit: PlanUnit, signer: Signer, previews: ReadonlyMap<string, Preview>): Promise<string[]> {
  const missing: string[] = [];
  const due = dueSteps(unit.plan, unit.businessNow);
  if (due.length === 0) return missing;
  const roles = new Map((await activeUsers(unit.tx, unit.plan.tenant)).map((user) => [user.id, user.roles as readonly string[]]));
  for (const step of due) {
    const preview = previews.get(step.id);
    if (step.executeBy !== null && Date.parse(step.executeBy) <= Date.parse(unit.businessNow)) {
      Object.assign(step, { state: "expired", code: "execute_by_passed", reason: `it had to run until ${step.executeBy}` });
      propagate(unit.plan, unit.now);
    } else if (step.grantsIssued >= MAX_GRANTS) {
      Object.assign(step, { state: "failed", code: "grants_unused", reason: "the executor took none of the grants in time" });
      propagate(unit.plan, unit.now);
    } else if (!preview) missing.push(step.id);
    else await settle(unit, signer, step, preview, roles);
  }
  return missing;
}
