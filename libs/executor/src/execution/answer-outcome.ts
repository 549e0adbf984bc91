import type { OutcomeQuery, Receipt } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { findReceipt, lockGrant } from "./grant-store.ts";
import { signReceipt } from "./receipt-message.ts";

/** Tells what became of a grant: its receipt, or that it was never seen. Waits for a transaction that is executing it right now. */
export async function answerOutcome(ports: ExecutorPorts, query: OutcomeQuery): Promise<Signed<Receipt> | { seen: false }> {
  return transaction(ports.pool, query.tenant, async (tx) => {
    await lockGrant(tx, query.grantId, null);
    const receipt = await findReceipt(tx, query.grantId);
    return receipt === null ? { seen: false } : signReceipt(ports.signer, receipt);
  });
}
