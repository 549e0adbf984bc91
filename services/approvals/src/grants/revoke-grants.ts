import { type Grant, MESSAGE_TYPES, type Revoke, subjects } from "@quartermaster/shared/contracts";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { envelope } from "../adapters/envelope.ts";

interface OpenGrant {
  id: string;
  step_id: string;
  domain: string;
  body: Signed<Grant>;
}

/** Grants that may still act: open ones, and those whose effect is on its way to another system, which could be sent again. */
const ACTING = `select id, step_id, domain, body from grants g where plan_id = $1 and step_id = any($2) and revoke is null
  and (state = 'open' or (state = 'receipted' and exists (select from receipts r where r.grant_id = g.id and r.outcome = 'unknown'
    and not exists (select from receipts n where n.grant_id = g.id and n.version > r.version))))`;

/**
 * Sends a signed revoke for every grant of the named steps that may still act. The executor answers with the receipt of what it did,
 * or with `refused: revoked`; until then the step counts as executing, or stays unknown.
 */
export async function revokeGrants(unit: PlanUnit, signer: Signer, stepIds: readonly string[], reason: string): Promise<void> {
  if (stepIds.length === 0) return;
  const { plan, tx, now } = unit;
  for (const grant of (await tx.query<OpenGrant>(ACTING, [plan.planId, [...stepIds]])).rows) {
    const { requestId, revision, tool, contentHash, effectKey } = grant.body.body;
    const body: Revoke = {
      v: 1,
      typ: "revoke",
      grantId: grant.id,
      tenant: plan.tenant,
      stepId: grant.step_id,
      planId: plan.planId,
      reason,
      issuedAt: now,
      // With it the executor can answer although the grant itself never arrived.
      of: { requestId, revision, tool, contentHash, effectKey },
    };
    const signed = signer.sign("revoke", body);
    await tx.query("update grants set revoke = $2 where id = $1", [grant.id, JSON.stringify(signed)]);
    const message = envelope(MESSAGE_TYPES.grantRevoked, plan.tenant, plan.requestId, signed, now);
    tx.send({ subject: subjects.grant(grant.domain, plan.tenant, grant.step_id), msgId: `revoke:${grant.id}`, body: message });
    unit.ledger({ kind: "grant.revoked", subject: grant.id, actor: "approvals", stepId: grant.step_id, body: signed });
  }
}
