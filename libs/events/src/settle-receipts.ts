import { receiptMessage } from "@quartermaster/executor";
import type { Receipt } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import type { Signer } from "@quartermaster/shared/signing";
import type { EventAnswer } from "./event-body.ts";
import type { OutcomeNews } from "./event-handler.ts";
import { pendingReceipts } from "./pending-receipts.ts";

type Written = readonly { record: string; version: number }[];

/** The receipt with its outcome: one version on, with the versions that its records have now. */
export function withOutcome(receipt: Receipt, news: OutcomeNews, written: Written): Receipt {
  const now = new Map(written.map(({ record, version }) => [record, version]));
  return {
    ...receipt,
    version: receipt.version + 1,
    externalOutcome: news.outcome,
    code: news.outcome === "rejected" ? "outcome_rejected" : receipt.code,
    detail: news.outcome === "rejected" ? (news.detail ?? "the outside party said no") : receipt.detail,
    outputs: { ...receipt.outputs, ...news.outputs },
    records: receipt.records.map(({ record, version }) => ({ record, version: now.get(record) ?? version })),
  };
}

/** Gives every receipt of the answered effect, or of all that wait, a new version and sends it, signed anew, to those who wait. */
export async function settleReceipts(
  tx: OutboxTx,
  signer: Signer,
  tenant: string,
  news: OutcomeNews,
  written: Written,
): Promise<EventAnswer["receipts"]> {
  const settled: EventAnswer["receipts"] = [];
  for (const { grantId, effectKey, receipt } of await pendingReceipts(tx, tenant, news)) {
    if (news.effectKey !== "all" && news.effectKey !== effectKey) continue;
    const next = withOutcome(receipt, news, written);
    await tx.query("update used_grant set receipt = $2 where grant_id = $1", [grantId, JSON.stringify(next)]);
    tx.send(receiptMessage(signer, next));
    settled.push({ receiptId: next.receiptId, version: next.version, outcome: news.outcome });
  }
  return settled;
}
