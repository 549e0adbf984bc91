import { MESSAGE_TYPES, newId, type PlanCommand, type Receipt, subjects, TYPE_HEADER } from "@quartermaster/shared/contracts";
import type { Outbox, OutboxTx } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import { envelope } from "../adapters/envelope.ts";
import { loadPlan, readHead } from "../adapters/load-plan.ts";
import type { PlanPicture } from "../decision/plan-picture.ts";
import { planStateOf } from "./plan-state.ts";

type Report = Extract<PlanCommand, { type: "report" }>;

const RECEIPT = "select body from receipts where id = $1 and version = $2";

/** Receipts in force of which the asker knows no version or an older one, as their executors signed them. */
async function unknownReceipts(tx: OutboxTx, plan: PlanPicture, command: Report): Promise<Signed<Receipt>[]> {
  const known = new Map(command.receipts.map(({ stepId, version }) => [stepId, version]));
  const found: Signed<Receipt>[] = [];
  for (const { id, receipt } of plan.steps) {
    if (receipt === null || receipt.version <= (known.get(id) ?? 0)) continue;
    const values = [receipt.receiptId, receipt.version];
    const row = (await tx.query<{ body: Signed<Receipt> }>({ name: "receipt-body", text: RECEIPT, values })).rows[0];
    if (row) found.push(row.body);
  }
  return found;
}

/**
 * Tells the coordinator what it does not know of a plan: the state under its present sequence, for nothing changes here, and receipts.
 * Silent when it knows all, or when no such plan is in force.
 */
export async function reportPlan(outbox: Pick<Outbox, "transaction">, command: Report): Promise<void> {
  const { tenant, requestId, planId } = command;
  await outbox.transaction(tenant, async (tx) => {
    const head = await readHead(tx, planId, true);
    const plan = head?.request_id === requestId ? await loadPlan(tx, tenant, head, head.revision) : null;
    if (!head || !plan) return;
    const now =
      (await tx.query<{ now: string }>({ name: "now", text: "select now()", values: [] })).rows[0]?.now ?? new Date().toISOString();
    const subject = subjects.decision(tenant, requestId);
    if (head.sequence > command.sequence) {
      const body = envelope(MESSAGE_TYPES.planState, tenant, requestId, planStateOf(plan, head.sequence, now), now);
      tx.send({ subject, msgId: `report:${newId("evt")}`, body });
    }
    for (const receipt of await unknownReceipts(tx, plan, command)) {
      const body = envelope(MESSAGE_TYPES.receiptIssued, tenant, requestId, receipt, now);
      tx.send({ subject, msgId: `report:${newId("evt")}`, body, headers: { [TYPE_HEADER]: MESSAGE_TYPES.receiptIssued } });
    }
  });
}
