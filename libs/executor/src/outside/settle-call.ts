import type { Receipt } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { OutsideResult } from "../adapter/outside-system.ts";
import { findReceipt, lockGrant, readClock, settleGrant, storeReceipt } from "../execution/grant-store.ts";
import { receiptOfEffect, receiptOfReplay, receiptWithoutEffect } from "../execution/receipt-body.ts";
import { receiptMessage } from "../execution/receipt-message.ts";
import { recordId } from "../execution/record-id.ts";
import { parseArgs } from "../grant/parse-args.ts";
import { resolveReferences } from "../grant/resolve-references.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { findJoinedGrants, finishCall, lockOwnCall } from "./call-store.ts";
import type { OutsideCall } from "./outside-call.ts";

/** What a call came to. */
export type CallEnding =
  /** `detail`: how it is known, when the system itself did not say it. */
  | { kind: "made"; result: OutsideResult; detail?: string }
  | { kind: "not_made"; outcome: "stale" | "refused" | "failed"; code: string; detail: string };

/** Keeps the id under which people know the receipt and raises its version. */
const renewed = (stored: Receipt, receipt: Receipt): Receipt => ({
  ...receipt,
  receiptId: stored.receiptId,
  version: stored.version + 1,
});

async function recordEffect(ports: ExecutorPorts, tx: OutboxTx, call: OutsideCall, stored: Receipt, result: OutsideResult) {
  const { grant, description } = call;
  const handler = ports.registry.find(grant.tool);
  if (!handler) throw new AppError("schema_changed", { detail: `no effect is called ${grant.tool} any more` });
  const { args, open } = resolveReferences(grant.args, grant.resolved);
  const parsed = parseArgs(handler, args, open);
  if (!parsed.ok) throw new AppError("schema_changed", { detail: parsed.detail });
  const clock = await readClock(tx, grant.tenant, grant.grantId);
  await settleGrant(tx, grant.grantId, "succeeded");
  const applied = await handler.apply(parsed.args, description, {
    tx,
    tenant: grant.tenant,
    businessNow: clock.businessNow,
    lock: true,
    predicted: () => undefined,
    foreign: grant.foreign,
    grantId: grant.grantId,
    requestId: grant.requestId,
    approvers: grant.approvers.map((approver) => approver.user),
    newRecordId: (prefix, name) => recordId(prefix, grant.grantId, name),
  });
  const outputs = { ...applied.outputs, outsideReference: result.reference };
  const externalOutcome = applied.externalOutcome ?? (result.outcome === "pending" ? "pending" : null);
  return renewed(stored, receiptOfEffect(ports.definition.domain, grant, clock, description, { ...applied, outputs, externalOutcome }));
}

/** Grants of the same effect that came meanwhile end as the first one did. */
async function settleJoined(ports: ExecutorPorts, tx: OutboxTx, call: OutsideCall, first: Receipt): Promise<void> {
  const { domain } = ports.definition;
  for (const grantId of await findJoinedGrants(tx, call.tenant, call.grant.effectKey, call.grantId)) {
    const stored = await findReceipt(tx, grantId);
    if (!stored) continue;
    const clock = await readClock(tx, call.tenant, grantId);
    const made = first.outcome === "succeeded";
    const ending = { outcome: "stale" as const, code: first.code ?? "stale", detail: first.detail ?? "the first sending came to nothing" };
    const receipt = renewed(
      stored,
      made ? receiptOfReplay(domain, stored, clock, first) : receiptWithoutEffect(domain, stored, clock, ending),
    );
    await settleGrant(tx, grantId, made ? "replayed" : "stale");
    await storeReceipt(tx, receipt);
    tx.send(receiptMessage(ports.signer, receipt));
  }
}

/**
 * Writes the outcome of a call that this transaction has locked: receipt, our own records, messages, the end of the call. From here on
 * nothing can be sent for it.
 * @throws what the database or the handler throws.
 */
export async function endCall(
  ports: ExecutorPorts,
  tx: OutboxTx,
  call: OutsideCall,
  stored: Receipt,
  ending: CallEnding,
): Promise<Receipt> {
  let receipt: Receipt;
  if (ending.kind === "made") receipt = { ...(await recordEffect(ports, tx, call, stored, ending.result)), detail: ending.detail ?? null };
  else {
    const clock = await readClock(tx, call.tenant, call.grantId);
    receipt = renewed(stored, receiptWithoutEffect(ports.definition.domain, call.grant, clock, ending));
    await settleGrant(tx, call.grantId, ending.outcome);
  }
  await storeReceipt(tx, receipt);
  tx.send(receiptMessage(ports.signer, receipt));
  await settleJoined(ports, tx, call, receipt);
  await finishCall(tx, call.grantId, {
    state: ending.kind === "made" ? "confirmed" : "failed",
    result: ending.kind === "made" ? ending.result : null,
    detail: ending.kind === "made" ? (ending.detail ?? null) : `${ending.code}: ${ending.detail}`,
  });
  await ports.faults("executor.beforeCommit");
  return receipt;
}

/**
 * Second transaction: outcome, our own records, the new version of the receipt and its message, all or nothing. Null when another
 * process has the call or settled it already.
 * @throws what the database or the handler throws; the call then stays open, and what was made outside is found again by its key.
 */
export async function settleCall(ports: ExecutorPorts, call: OutsideCall, ending: CallEnding): Promise<Receipt | null> {
  return ports.outbox.transaction(call.tenant, async (tx) => {
    await lockGrant(tx, call.grantId, call.grant.effectKey);
    const stored = await findReceipt(tx, call.grantId);
    if (!stored || !(await lockOwnCall(tx, call, ending.kind === "not_made"))) return null;
    return endCall(ports, tx, call, stored, ending);
  });
}
