import { MESSAGE_TYPES, type PlanCommand, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { makeEnvelope } from "../events/make-envelope.ts";

/**
 * Sends approvals a command about a plan, with the transaction's commit.
 * @param msgId stable for one command, so that a repeated transaction sends it once.
 */
export function sendPlanCommand(tx: Pick<OutboxTx, "send">, command: PlanCommand, msgId: string): void {
  const subject =
    command.type === "execute" ? subjects.execute(command.tenant, command.stepId) : subjects.plan(command.tenant, command.requestId);
  tx.send({ subject, msgId, body: makeEnvelope(MESSAGE_TYPES.planCommand, command.tenant, command.requestId, command) });
}
