import { type AgentName, type Receipt, Revoke } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Verifier } from "@quartermaster/shared/signing";
import { readSigned, verifyFromApprovals } from "../grant/read-message.ts";
import { lockOpenCall } from "../outside/call-store.ts";
import { endCall } from "../outside/settle-call.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { findReceipt, insertRevocation, insertUsedGrant, lockGrant, readClock } from "./grant-store.ts";
import { receiptWithoutEffect, subjectOfRevoke } from "./receipt-body.ts";
import { receiptMessage } from "./receipt-message.ts";

/** Establishes that approvals signed this revocation for this tenant. @throws AppError envelope_invalid | key_unknown | signature_invalid | grant_refused */
export function openRevoke(payload: unknown, _domain: AgentName, tenant: string, verifier: Verifier): Revoke {
  const revoke = verifyFromApprovals(verifier, "revoke", readSigned(payload, Revoke));
  if (revoke.tenant !== tenant) throw new AppError("grant_refused", { detail: "the revocation is for another tenant" });
  return revoke;
}

const reasonOf = (revoke: Revoke): string => revoke.reason || "approvals took the grant back";

/**
 * A grant whose effect goes to another system: what was not sent ends here and never is. What may have arrived is not sent again, and
 * its outcome is told when it is known.
 */
async function revokeCall(ports: ExecutorPorts, tx: OutboxTx, known: Receipt, reason: string): Promise<Receipt> {
  await lockGrant(tx, known.grantId, known.effectKey);
  const call = await lockOpenCall(tx, known.grantId);
  if (call?.state === "intent") {
    const detail = `${reason}; nothing was sent`;
    return endCall(ports, tx, call, known, { kind: "not_made", outcome: "refused", code: "revoked", detail });
  }
  tx.send(receiptMessage(ports.signer, known));
  return known;
}

/**
 * Takes a grant back, serialised with its execution: a used grant answers with its receipt, an unused one is refused from now on.
 * Gives null when the revocation does not say enough for a receipt; the grant itself, or a look-up, then answers.
 */
export async function revokeGrant(ports: ExecutorPorts, revoke: Revoke): Promise<Receipt | null> {
  return ports.outbox.transaction(revoke.tenant, async (tx) => {
    await lockGrant(tx, revoke.grantId, null);
    const known = await findReceipt(tx, revoke.grantId);
    if (known && known.outcome !== "unknown") {
      tx.send(receiptMessage(ports.signer, known));
      return known;
    }
    await insertRevocation(tx, revoke);
    if (known) return revokeCall(ports, tx, known, reasonOf(revoke));
    const subject = subjectOfRevoke(revoke);
    if (subject === null) return null;
    const clock = await readClock(tx, revoke.tenant, revoke.grantId);
    const receipt = receiptWithoutEffect(ports.definition.domain, subject, clock, {
      outcome: "refused",
      code: "revoked",
      detail: reasonOf(revoke),
    });
    await insertUsedGrant(tx, subject, "refused", [], receipt);
    tx.send(receiptMessage(ports.signer, receipt));
    return receipt;
  });
}
