import { MESSAGE_TYPES, newId, type Receipt, subjects } from "@quartermaster/shared/contracts";
import type { OutboxMessage } from "@quartermaster/shared/db";
import type { Signed, Signer } from "@quartermaster/shared/signing";

/** Signs a stored receipt body. Ed25519 is deterministic, so every reader gets the same signature. */
export const signReceipt = (signer: Signer, receipt: Receipt): Signed<Receipt> => signer.sign("receipt", receipt);

/** The bus message that carries a receipt; the same receipt version always has the same message id. */
export function receiptMessage(signer: Signer, receipt: Receipt): OutboxMessage {
  return {
    subject: subjects.receipt(receipt.domain, receipt.tenant, receipt.stepId),
    msgId: `${receipt.receiptId}.${receipt.version}`,
    body: {
      id: newId("evt"),
      type: MESSAGE_TYPES.receiptIssued,
      version: 1,
      tenant: receipt.tenant,
      causationId: receipt.grantId,
      correlationId: receipt.requestId,
      occurredAt: receipt.at,
      payload: signReceipt(signer, receipt),
    },
  };
}
