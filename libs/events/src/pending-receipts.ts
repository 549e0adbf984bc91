import { Receipt } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";

/** A receipt whose outside outcome is open. */
export interface PendingReceipt {
  grantId: string;
  effectKey: string;
  receipt: Receipt;
}

/** More answers than one tenant can wait for; the newest count. */
const MOST_PENDING = 500;
// What was sent in an earlier demo world is nobody's business in this one.
const PENDING = `select grant_id, effect_key, receipt from used_grant
  where tenant = $1 and receipt ->> 'externalOutcome' = 'pending' and receipt ->> 'tool' = any ($2)
    and receipt -> 'outputs' ->> $3 = $4
    and used_at >= coalesce((select max(at) from change_cause where tenant = $1 and kind = 'seed'), '-infinity')
  order by used_at desc, grant_id limit ${MOST_PENDING} for update`;

/** Receipts of these tools on one record that wait for an outcome, locked, in grant order. */
export async function pendingReceipts(
  tx: Tx,
  tenant: string,
  of: { tools: readonly string[]; output: string; value: string },
): Promise<PendingReceipt[]> {
  const values = [tenant, [...of.tools], of.output, of.value];
  const { rows } = await tx.query<{ grant_id: string; effect_key: string; receipt: unknown }>(PENDING, values);
  return rows
    .map((row) => ({ grantId: row.grant_id, effectKey: row.effect_key, receipt: Receipt.parse(row.receipt) }))
    .sort((a, b) => (a.grantId < b.grantId ? -1 : 1));
}
