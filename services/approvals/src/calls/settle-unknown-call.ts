import { type Grant, MESSAGE_TYPES, type Settlement, subjects } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { envelope } from "../adapters/envelope.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { listUnknownCalls, type UnknownCall } from "./list-unknown-calls.ts";

export type Finding = Pick<Settlement, "outcome" | "reference" | "evidence">;

const GRANT = "select domain, body, settlement from grants where id = $1 for update";

interface Found {
  domain: string;
  body: Signed<Grant>;
  settlement: Signed<Settlement> | null;
}

const isSame = (settlement: Settlement, user: string, finding: Finding): boolean =>
  settlement.by === user &&
  settlement.outcome === finding.outcome &&
  settlement.reference === finding.reference &&
  settlement.evidence === finding.evidence;

/** Signs what the person found out, keeps it with the grant, writes it into the ledger and sends it to the executor. */
async function sign(unit: PlanUnit, signer: Signer, grant: Found, user: string, finding: Finding): Promise<void> {
  const { grantId, stepId } = grant.body.body;
  const { plan, now } = unit;
  const body: Settlement = {
    v: 1,
    typ: "settlement",
    grantId,
    tenant: plan.tenant,
    stepId,
    planId: plan.planId,
    ...finding,
    by: user,
    settledAt: now,
  };
  const signed = signer.sign("settlement", body);
  await unit.tx.query("update grants set settlement = $2 where id = $1", [grantId, JSON.stringify(signed)]);
  unit.ledger({ kind: "call.settled", subject: grantId, actor: user, stepId, body: signed });
  const message = envelope(MESSAGE_TYPES.callSettled, plan.tenant, plan.requestId, signed, now);
  unit.tx.send({ subject: subjects.grant(grant.domain, plan.tenant, stepId), msgId: `settle:${grantId}`, body: message });
}

/**
 * Ends an effect of unknown outcome as a person found it at the other system; its receipt follows from the executor. The same finding
 * of the same person again changes nothing.
 * @throws AppError not_found | requester_cannot_decide | call_was_made for a finding against what is known | conflict when its outcome is known or somebody else settled it
 */
export async function settleUnknownCall(
  deps: Pick<RouteDeps, "outbox" | "signer">,
  person: { tenant: string; user: string },
  grantId: string,
  finding: Finding,
): Promise<UnknownCall> {
  const { tenant, user } = person;
  const planId = await deps.outbox.transaction(
    tenant,
    async (tx) => (await tx.query<{ plan_id: string }>("select plan_id from grants where id = $1", [grantId])).rows[0]?.plan_id,
  );
  if (planId === undefined) throw new AppError("not_found", { detail: "there is no such call" });
  return await changePlan(deps.outbox, tenant, planId, async (unit) => {
    const grant = (await unit.tx.query<Found & Record<string, unknown>>(GRANT, [grantId])).rows[0];
    if (!grant) throw new AppError("not_found", { detail: "there is no such call" });
    const [call] = await listUnknownCalls(unit.tx, tenant, grantId);
    if (!call) throw new AppError("conflict", { detail: "the outcome of this call is known" });
    if (grant.body.body.requesters.includes(user)) throw new AppError("requester_cannot_decide");
    if (grant.settlement && !isSame(grant.settlement.body, user, finding))
      throw new AppError("conflict", {
        detail: `${grant.settlement.body.by} settled this call as ${grant.settlement.body.outcome} already`,
      });
    if (finding.outcome === "not_made" && call.code === "record_conflict")
      throw new AppError("call_was_made", { detail: call.detail ?? "it was made there" });
    if (!grant.settlement) await sign(unit, deps.signer, grant, user, finding);
    return (await listUnknownCalls(unit.tx, tenant, grantId))[0] ?? call;
  });
}
