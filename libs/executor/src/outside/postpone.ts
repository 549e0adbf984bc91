import type { Receipt } from "@quartermaster/shared/contracts";
import { findReceipt, lockGrant, storeReceipt } from "../execution/grant-store.ts";
import { receiptMessage } from "../execution/receipt-message.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { lockOwnCall, postponeCall } from "./call-store.ts";
import type { OutsideCall } from "./outside-call.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 300_000;
/** A call that was not sent ends with its grant, which lives for minutes. */
const LONGEST_UNSENT_WAIT_MS = 15_000;

/** Pause before the next look, doubled each time. */
const waitMs = (looks: number, longest: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(looks, 12), longest);

/**
 * Leaves a call that surely has not arrived for later; nobody is told, for nothing happened. The call is given as it was before the
 * attempt to send it.
 */
export async function postponeUnsent(ports: ExecutorPorts, call: OutsideCall, detail: string): Promise<Receipt | null> {
  return ports.outbox.transaction(call.tenant, async (tx) => {
    await lockGrant(tx, call.grantId, null);
    if (!(await lockOwnCall(tx, call))) return null;
    await postponeCall(tx, call.grantId, {
      state: "intent",
      waitMs: waitMs(call.looks, LONGEST_UNSENT_WAIT_MS),
      detail,
      before: call,
    });
    return findReceipt(tx, call.grantId);
  });
}

/**
 * Leaves a call open whose outcome is not known, and tells it: the step shows as unknown until a later look settles it.
 * @param before the call before a sending that surely made nothing; null when there was none.
 */
export async function postponeUnknown(
  ports: ExecutorPorts,
  call: OutsideCall,
  news: { code: string; detail: string },
  before: OutsideCall | null = null,
): Promise<Receipt | null> {
  return ports.outbox.transaction(call.tenant, async (tx) => {
    await lockGrant(tx, call.grantId, null);
    const stored = await findReceipt(tx, call.grantId);
    if (!stored || !(await lockOwnCall(tx, call))) return null;
    await postponeCall(tx, call.grantId, {
      state: "unknown",
      waitMs: waitMs(call.looks, LONGEST_WAIT_MS),
      detail: `${news.code}: ${news.detail}`,
      before,
    });
    if (call.state === "unknown" && stored.code === news.code) return stored;
    const receipt = stored.code === news.code ? stored : { ...stored, ...news, version: stored.version + 1 };
    if (receipt !== stored) await storeReceipt(tx, receipt);
    tx.send(receiptMessage(ports.signer, receipt));
    return receipt;
  });
}
