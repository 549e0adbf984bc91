import { type Grant, newId, type PlanStep, type Preview } from "@quartermaster/shared/contracts";
import { contentHash, type Signed, type Signer, stepContentHash, stepEffectKey } from "@quartermaster/shared/signing";

/** The parts of a step that a grant is made from; the rest has defaults. */
export interface GrantStep {
  tenant: string;
  agent: PlanStep["agent"];
  tool: string;
  toolVersion?: number;
  schemaHash: string;
  args: Grant["args"];
  guards?: Grant["guards"];
  dependsOn?: Grant["dependsOn"];
}

/** A grant as approvals would sign it for a step and its preview: valid now, decided by `deciders` people. */
export function aGrant(
  step: GrantStep,
  preview: Pick<Preview, "effectHash" | "facts" | "foreign">,
  changes: Partial<Grant> = {},
  deciders = 1,
): Grant {
  const requestId = changes.requestId ?? newId("req");
  const content = { tool: step.tool, args: step.args, guards: step.guards ?? [], dependsOn: step.dependsOn ?? [] };
  const hash = stepContentHash(content);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const card = contentHash("card");
  return {
    v: 1,
    typ: "grant",
    aud: `${step.agent}-executor`,
    grantId: newId("grt"),
    tenant: step.tenant,
    threadId: newId("thr"),
    requestId,
    planId: newId("pln"),
    revision: 1,
    stepId: newId("stp"),
    requesters: ["planner.anna"],
    agent: step.agent,
    toolVersion: step.toolVersion ?? 1,
    schemaHash: step.schemaHash,
    ...content,
    contentHash: hash,
    resolved: [],
    afterVersions: [],
    effectHash: preview.effectHash,
    facts: preview.facts,
    foreign: preview.foreign,
    cardHash: deciders > 0 ? card : null,
    policy: { id: "test", version: "1", required: deciders as 0 | 1 | 2 },
    approvers: ["stock.ben", "ops.olga"]
      .slice(0, deciders)
      .map((user) => ({ user, role: "stock_manager", decisionId: newId("dec"), at, cardHash: card })),
    effectKey: stepEffectKey(step.tenant, requestId, step.tool, hash),
    meaningKey: contentHash("meaning"),
    epoch: 0,
    executeBy: null,
    iat: at,
    nbf: new Date(now - 1_000).toISOString(),
    exp: new Date(now + 300_000).toISOString(),
    ...changes,
  };
}

/** The message of the grant stream that carries a grant, signed by approvals. */
export function grantMessage(signer: Signer, grant: Grant): { subject: string; body: string } {
  const payload: Signed<Grant> = signer.sign("grant", grant);
  const envelope = {
    id: newId("evt"),
    type: "grant.issued",
    version: 1,
    tenant: grant.tenant,
    causationId: null,
    correlationId: grant.requestId,
    occurredAt: grant.iat,
    payload,
  };
  return { subject: `qm.grant.${grant.agent}.${grant.tenant}.${grant.stepId}`, body: JSON.stringify(envelope) };
}
