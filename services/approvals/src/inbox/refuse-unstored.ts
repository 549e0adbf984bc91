import { MESSAGE_TYPES, type Plan, type PlanState, subjects } from "@quartermaster/shared/contracts";
import type { Outbox } from "@quartermaster/shared/db";
import { envelope } from "../adapters/envelope.ts";
import { stateMessageId } from "../adapters/state-message-id.ts";
import type { PlanFault } from "./check-plan.ts";

const NEXT = "update plan_heads set sequence = sequence + 1 where plan_id = $1 returning sequence, now()";

/** Says no to a plan that cannot be stored as it is: only its id gets a row, so that states stay in sequence. */
export async function refuseUnstored(outbox: Pick<Outbox, "transaction">, plan: Plan, fault: PlanFault): Promise<void> {
  await outbox.transaction(plan.tenant, async (tx) => {
    const head = "insert into plan_heads (tenant, plan_id, request_id, thread_id) values ($1, $2, $3, $4) on conflict (plan_id) do nothing";
    await tx.query(head, [plan.tenant, plan.id, plan.requestId, plan.threadId]);
    const row = (await tx.query<{ sequence: number; now: string }>(NEXT, [plan.id])).rows[0];
    if (!row) return;
    const none = { state: "proposed" as const, code: null, reason: null, approval: null, preview: null, grantId: null, decidedBy: [] };
    const state: PlanState = {
      v: 1,
      tenant: plan.tenant,
      requestId: plan.requestId,
      planId: plan.id,
      revision: plan.revision,
      planHash: plan.planHash,
      sequence: row.sequence,
      state: "refused",
      refusal: fault,
      steps: plan.steps.map((step) => ({ stepId: step.id, ...none })),
      at: row.now,
    };
    const body = envelope(MESSAGE_TYPES.planState, plan.tenant, plan.requestId, state, row.now);
    tx.send({ subject: subjects.decision(plan.tenant, plan.requestId), msgId: stateMessageId(plan.id, row.sequence), body });
  });
}
