import { MESSAGE_TYPES, newId, type Settlement, subjects } from "@quartermaster/shared/contracts";
import type { Signer } from "@quartermaster/shared/signing";
import type { PlanUnit } from "../adapters/change-plan.ts";
import { envelope } from "../adapters/envelope.ts";

const COUNT = "update grants set settlement_sends = settlement_sends + 1, settlement_sent_at = clock_timestamp() where id = $1";

/**
 * Sends what a person found to the executor, under a message id of its own: one that was lost or kept as a dead letter has no say over
 * the next. Signed anew, for the key of the first signature may have ended. The executor takes the first that it can carry out.
 */
export async function sendSettlement(unit: PlanUnit, signer: Signer, domain: string, settlement: Settlement): Promise<void> {
  const { tenant, requestId } = unit.plan;
  await unit.tx.query(COUNT, [settlement.grantId]);
  const body = envelope(MESSAGE_TYPES.callSettled, tenant, requestId, signer.sign("settlement", settlement), unit.now);
  const msgId = `settle:${settlement.grantId}:${newId("evt")}`;
  unit.tx.send({ subject: subjects.grant(domain, tenant, settlement.stepId), msgId, body });
}
