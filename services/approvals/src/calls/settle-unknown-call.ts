import type { Grant, Settlement } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { findUnknownCall, type UnknownCall } from "./list-unknown-calls.ts";
import { sendSettlement } from "./send-settlement.ts";

export type Finding = Pick<Settlement, "outcome" | "reference" | "evidence">;

/** For so long a finding is on its way, ms. Of an older one nothing has come: another admin may correct it, and the same said again is a new look. */
const ON_ITS_WAY_MS = 10 * 60_000;

const GRANT = "select domain, body, settlement from grants where id = $1 for update";

interface Found extends Record<string, unknown> {
  domain: string;
  body: Signed<Grant>;
  settlement: Signed<Settlement> | null;
}

const isSame = (settlement: Settlement, user: string, finding: Finding): boolean =>
  settlement.by === user &&
  settlement.outcome === finding.outcome &&
  settlement.reference === finding.reference &&
  settlement.evidence === finding.evidence;

const isOnItsWay = ({ settledAt }: Settlement, now: string): boolean => Date.parse(now) - Date.parse(settledAt) < ON_ITS_WAY_MS;

/** Refuses a second opinion on a finding that somebody else has just told; it may be carried out at this moment. */
function refuseOther(told: Settlement, user: string, now: string): void {
  if (told.by === user || !isOnItsWay(told, now)) return;
  throw new AppError("conflict", {
    detail: `${told.by} settled this call as ${told.outcome} a moment ago; ten minutes later you can correct it`,
  });
}

/** Signs what the person found out, keeps it with the grant and writes it into the ledger. */
async function keep(unit: PlanUnit, signer: Signer, grant: Found, user: string, finding: Finding): Promise<Settlement> {
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
  await unit.tx.query("update grants set settlement = $2, settlement_sends = 0 where id = $1", [grantId, JSON.stringify(signed)]);
  unit.ledger({ kind: "call.settled", subject: grantId, actor: user, stepId, body: signed });
  return body;
}

/**
 * Tells the executor what a person found at the other system about an effect of unknown outcome; its receipt follows. While the outcome
 * is still unknown the same finding again is sent once more, ten minutes later as a new one, and whoever told it may correct it: what
 * the executor took first counts.
 * @throws AppError not_found | requester_cannot_decide | call_was_made for a finding against what is known | conflict when its outcome is known or somebody else has just settled it
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
    const grant = (await unit.tx.query<Found>(GRANT, [grantId])).rows[0];
    if (!grant) throw new AppError("not_found", { detail: "there is no such call" });
    const call = await findUnknownCall(unit.tx, tenant, grantId);
    if (!call) throw new AppError("conflict", { detail: "the outcome of this call is known" });
    if (grant.body.body.requesters.includes(user)) throw new AppError("requester_cannot_decide");
    if (finding.outcome === "not_made" && call.code === "record_conflict")
      throw new AppError("call_was_made", { detail: call.detail ?? "it was made there" });
    const told = grant.settlement?.body ?? null;
    // The executor takes no "not made" from before it sent again: whoever looks again says so with the time of this look.
    const isRepeat = told !== null && isSame(told, user, finding) && isOnItsWay(told, unit.now);
    if (told !== null && !isRepeat) refuseOther(told, user, unit.now);
    const settlement = isRepeat ? told : await keep(unit, deps.signer, grant, user, finding);
    await sendSettlement(unit, deps.signer, grant.domain, settlement);
    return (await findUnknownCall(unit.tx, tenant, grantId)) ?? call;
  });
}
