import type { Grant, Preview } from "@quartermaster/shared/contracts";
import { standingDecisions } from "../decision/judge-decision.ts";
import type { PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import type { PolicyVerdict } from "../policy/evaluate-policy.ts";
import { afterVersionsOf, resolveReferences } from "../previews/references.ts";

/** Minutes that a grant may be used. */
const GRANT_MINUTES = 5;

export interface GrantInput {
  grantId: string;
  plan: PlanPicture;
  step: StepPicture;
  preview: Preview;
  policy: PolicyVerdict;
  epoch: number;
  /** Database time, ISO. */
  now: string;
}

const receiptsOf = (plan: PlanPicture) => new Map(plan.steps.flatMap((step) => (step.receipt ? [[step.id, step.receipt] as const] : [])));

/** Writes out the permission for one step: everything the executor needs, nothing it has to look up at us. Null while a reference is open. */
export function buildGrant(input: GrantInput): Grant | null {
  const { plan, step, preview } = input;
  const receipts = receiptsOf(plan);
  const { resolved, open } = resolveReferences(step.body.args, receipts);
  if (open.length > 0) return null;
  const approval = plan.approvals.find((candidate) => candidate.id === step.approvalId) ?? null;
  const approvers = approval ? standingDecisions(approval).filter((decision) => decision.decision === "approve") : [];
  return {
    v: 1,
    typ: "grant",
    aud: `${step.body.agent}-executor`,
    grantId: input.grantId,
    tenant: plan.tenant,
    threadId: plan.threadId,
    requestId: plan.requestId,
    planId: plan.planId,
    revision: plan.revision,
    stepId: step.id,
    requesters: [plan.requester],
    agent: step.body.agent,
    tool: step.body.tool,
    toolVersion: step.body.toolVersion,
    schemaHash: step.body.schemaHash,
    args: step.body.args,
    contentHash: step.body.contentHash,
    dependsOn: step.body.dependsOn,
    guards: step.body.guards,
    resolved,
    afterVersions: afterVersionsOf(step.body, receipts),
    effectHash: preview.effectHash,
    facts: preview.facts,
    foreign: preview.foreign,
    cardHash: approval?.cardHash ?? null,
    // All of them decided; an executor knows of no more than two that may be asked for.
    policy: { id: input.policy.id, version: input.policy.version, required: Math.min(2, input.policy.required) },
    approvers: approvers.map((decision) => ({
      user: decision.by,
      role: decision.role,
      decisionId: decision.id,
      at: decision.at,
      cardHash: decision.cardHash,
    })),
    effectKey: step.body.effectKey,
    meaningKey: step.body.meaningKey,
    epoch: input.epoch,
    executeBy: step.executeBy,
    iat: input.now,
    nbf: input.now,
    exp: new Date(Date.parse(input.now) + GRANT_MINUTES * 60_000).toISOString(),
  };
}
