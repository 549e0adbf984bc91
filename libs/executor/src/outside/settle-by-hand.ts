import { type Receipt, Settlement } from "@quartermaster/shared/contracts";
import { isRetryableDatabaseError, type OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Verifier } from "@quartermaster/shared/signing";
import { findReceipt, lockGrant, storeReceipt } from "../execution/grant-store.ts";
import { receiptMessage } from "../execution/receipt-message.ts";
import { readSigned, verifyFromApprovals } from "../grant/read-message.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { findCallOfEffect, lockOpenCall, noteMade } from "./call-store.ts";
import type { OutsideCall } from "./outside-call.ts";
import { type CallEnding, endCall } from "./settle-call.ts";

/** Establishes that approvals signed this settlement for this tenant. @throws AppError envelope_invalid | key_unknown | signature_invalid | grant_refused */
export function openSettlement(payload: unknown, tenant: string, verifier: Verifier): Settlement {
  const settlement = verifyFromApprovals(verifier, "settlement", readSigned(payload, Settlement));
  if (settlement.tenant !== tenant) throw new AppError("grant_refused", { detail: "the settlement is for another tenant" });
  return settlement;
}

function endingOf({ outcome, reference, evidence, by }: Settlement): CallEnding {
  const detail = `settled by ${by}: ${evidence}`;
  if (outcome === "not_made") return { kind: "not_made", outcome: "failed", code: "settled_not_made", detail };
  if (reference === null) throw new AppError("grant_refused", { detail: "what was made has a reference there" });
  return { kind: "made", result: { reference, version: null, outcome: "confirmed", fields: { settledBy: by } }, detail };
}

/** The open call behind a grant whose outcome is unknown: its own, or the one of the grant that sent the same effect first. */
async function lockUnknownCall(tx: OutboxTx, stored: Receipt) {
  const grantId = await findCallOfEffect(tx, stored.tenant, stored.effectKey);
  if (grantId === null) return null;
  if (grantId !== stored.grantId) await lockGrant(tx, grantId, null);
  await lockGrant(tx, grantId, stored.effectKey);
  const call = await lockOpenCall(tx, grantId);
  // What never left needs nobody to look: it is sent, or ends by itself.
  if (call === null || call.state === "intent") return null;
  const receipt = grantId === stored.grantId ? stored : await findReceipt(tx, grantId);
  if (call.leased) throw new AppError("unavailable", { detail: "the call is being looked up right now", retryAfterSeconds: 5 });
  return receipt === null ? null : { call, receipt };
}

/** The other party said that it has the effect, or somebody found it there: no finding of a person makes it not made. */
const isKnownMade = (call: OutsideCall, receipt: Receipt): boolean => call.toldBy !== null || receipt.code === "record_conflict";

/**
 * The person looked before the last sending could be relied on to show there: it may still arrive. A system without a known time for that
 * is left to the person. A time that cannot be read counts as too early.
 */
function wasTooEarly(ports: ExecutorPorts, call: OutsideCall, settledAt: string): boolean {
  const repeat = ports.outside?.system.repeat;
  const quietMs = repeat === undefined || repeat.kind === "never" ? 0 : repeat.quietMs;
  return call.sentAt !== null && !(Date.parse(call.sentAt) + quietMs <= Date.parse(settledAt));
}

/** Runs `work` on the call behind a settlement, under its locks; without one to settle, or when a finding that it was not made contradicts what is known or came too early after the last sending, the receipt is told again. */
const inCall = (
  ports: ExecutorPorts,
  { tenant, grantId, outcome, settledAt }: Settlement,
  work: (tx: OutboxTx, call: OutsideCall, receipt: Receipt) => Promise<Receipt>,
): Promise<Receipt | null> =>
  ports.outbox.transaction(tenant, async (tx) => {
    await lockGrant(tx, grantId, null);
    const stored = await findReceipt(tx, grantId);
    const unknown = stored?.outcome === "unknown" ? await lockUnknownCall(tx, stored) : null;
    const notMade = outcome === "not_made" ? unknown : null;
    if (notMade !== null && isKnownMade(notMade.call, notMade.receipt))
      ports.log.warn({ grantId, toldBy: notMade.call.toldBy }, "found not made by a person, but known to be made");
    else if (notMade !== null && wasTooEarly(ports, notMade.call, settledAt))
      ports.log.warn(
        { grantId, settledAt, sentAt: notMade.call.sentAt },
        "found not made by a person, before the last sending had to show",
      );
    else if (unknown !== null) return work(tx, unknown.call, unknown.receipt);
    if (stored !== null) tx.send(receiptMessage(ports.signer, stored));
    return stored;
  });

/** Keeps what was found while our own records do not allow it: it is recorded by a later look, and never sent again. */
async function keepFinding(
  ports: ExecutorPorts,
  tx: OutboxTx,
  call: OutsideCall,
  receipt: Receipt,
  found: { by: string; reference: string },
): Promise<Receipt> {
  await noteMade(tx, call.grantId, { by: `settled by ${found.by}`, reference: found.reference });
  const detail = `${found.by} found it made as ${found.reference}; our own records do not allow it yet`;
  const told = { ...receipt, code: "record_conflict", detail, version: receipt.version + 1 };
  await storeReceipt(tx, told);
  tx.send(receiptMessage(ports.signer, told));
  return told;
}

/**
 * Ends a call of unknown outcome as a person found it, serialised with its look-ups; from here on nothing is sent for it. A call that
 * has its outcome by now keeps it, and its receipt is told again; so does one that is known to be made, or was sent too short a time before or even
 * after, for a finding that it is not.
 * @throws AppError unavailable while it is being looked up: the settlement comes again; whatever our own records say against it.
 */
export async function settleByHand(ports: ExecutorPorts, settlement: Settlement): Promise<Receipt | null> {
  const ending = endingOf(settlement);
  try {
    return await inCall(ports, settlement, (tx, call, receipt) => endCall(ports, tx, call, receipt, ending));
  } catch (error) {
    if (ending.kind === "not_made" || isRetryableDatabaseError(error) || (AppError.isInstance(error) && error.retryable)) throw error;
    ports.log.error({ err: error, grantId: settlement.grantId }, "found made by a person, but not recorded here yet");
    return inCall(ports, settlement, (tx, call, receipt) => keepFinding(ports, tx, call, receipt, { by: settlement.by, ...ending.result }));
  }
}
