import type { Receipt } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { findReceipt, lockGrant, storeReceipt } from "../execution/grant-store.ts";
import { receiptMessage } from "../execution/receipt-message.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { lockOwnCall, postponeCall } from "./call-store.ts";
import type { OutsideCall } from "./outside-call.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 300_000;
/** A call that was not sent ends after minutes. */
const LONGEST_UNSENT_WAIT_MS = 15_000;

/** Pause before the next look, doubled each time. */
const waitMs = (looks: number, longest: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(looks, 12), longest);

/** What a call of unknown outcome is told with. */
interface News {
  code: string;
  detail: string;
}

/** Writes down, on a call that this transaction has locked, that its outcome is not known, and tells it. */
async function leaveUnknown(
  ports: ExecutorPorts,
  tx: OutboxTx,
  call: OutsideCall,
  stored: Receipt,
  { news, before }: { news: News; before: OutsideCall | null },
): Promise<Receipt> {
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
}

/**
 * Leaves a call that has surely not arrived for later; nobody is told, for nothing happened. The call is given as it was before the
 * attempt to send it. When the other party spoke of it during the attempt, it arrived whatever the line said, and is looked up.
 */
export async function postponeUnsent(ports: ExecutorPorts, call: OutsideCall, detail: string): Promise<Receipt | null> {
  return ports.outbox.transaction(call.tenant, async (tx) => {
    await lockGrant(tx, call.grantId, null);
    const stored = await findReceipt(tx, call.grantId);
    if (!(await lockOwnCall(tx, call))) return null;
    if (stored !== null && !(await lockOwnCall(tx, call, true))) {
      const news = { code: "outcome_unknown", detail: `the other party spoke of it, although the sending ended with: ${detail}` };
      return leaveUnknown(ports, tx, { ...call, state: "sent" }, stored, { news, before: null });
    }
    await postponeCall(tx, call.grantId, {
      state: "intent",
      waitMs: waitMs(call.looks, LONGEST_UNSENT_WAIT_MS),
      detail,
      before: call,
    });
    return stored;
  });
}

/**
 * Leaves a call open whose outcome is not known, and tells it: the step shows as unknown until a later look settles it.
 * @param before the call before a sending that surely made nothing; null when there was none.
 */
export async function postponeUnknown(
  ports: ExecutorPorts,
  call: OutsideCall,
  news: News,
  before: OutsideCall | null = null,
): Promise<Receipt | null> {
  return ports.outbox.transaction(call.tenant, async (tx) => {
    await lockGrant(tx, call.grantId, null);
    const stored = await findReceipt(tx, call.grantId);
    return stored !== null && (await lockOwnCall(tx, call)) ? leaveUnknown(ports, tx, call, stored, { news, before }) : null;
  });
}
