import { Receipt, type Revoke } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { ConfirmedEpoch } from "../epoch/create-epoch-watch.ts";
import type { GrantClock } from "../grant/verify-grant.ts";

/** How a used grant counts: `succeeded` alone takes the effect key. */
export type UsedOutcome = "succeeded" | "replayed" | "stale" | "refused" | "failed" | "unknown";

/**
 * One grant, and one effect, at a time: everything about a grant waits here for the transaction that has it. The tenant's epoch stays as it
 * is until this transaction ends; that lock comes first, so that nobody who has a grant ever waits for it.
 */
export async function lockGrant(tx: Tx, grantId: string, effectKey: string | null): Promise<void> {
  await tx.query({
    name: "grant-lock",
    text: `select pg_advisory_xact_lock_shared(hashtextextended(current_setting('qm.tenant'), 5)),
      set_config('qm.grant_id', $1, true), pg_advisory_xact_lock(hashtextextended($1, 1))`,
    values: [grantId],
  });
  if (effectKey !== null)
    await tx.query({ name: "effect-lock", text: "select pg_advisory_xact_lock(hashtextextended($1, 2))", values: [effectKey] });
}

/** Waits until no transaction has a grant of this tenant in hand, and keeps new ones waiting until this one ends. */
export async function lockEpoch(tx: Tx, tenant: string): Promise<void> {
  await tx.query({ name: "epoch-lock", text: "select pg_advisory_xact_lock(hashtextextended($1, 5))", values: [tenant] });
}

/** Receipt stored for a grant, if it was used, refused or revoked before. */
export async function findReceipt(tx: Tx, grantId: string): Promise<Receipt | null> {
  const found = await tx.query<{ receipt: unknown }>({
    name: "receipt-by-grant",
    text: "select receipt from used_grant where grant_id = $1",
    values: [grantId],
  });
  return found.rows[0] ? Receipt.parse(found.rows[0].receipt) : null;
}

/** Receipt of the grant that made this effect. */
export async function findReceiptOfEffect(tx: Tx, tenant: string, effectKey: string): Promise<Receipt | null> {
  const found = await tx.query<{ receipt: unknown }>({
    name: "receipt-by-effect",
    text: "select receipt from used_grant where tenant = $1 and effect_key = $2 and outcome = 'succeeded'",
    values: [tenant, effectKey],
  });
  return found.rows[0] ? Receipt.parse(found.rows[0].receipt) : null;
}

/** Times, epoch and revocation as the database has them now; of the epoch, what approvals said if that is newer. */
export async function readClock(tx: Tx, tenant: string, grantId: string, confirmed: ConfirmedEpoch | null = null): Promise<GrantClock> {
  const row = (
    await tx.query<{ now: string; business: string; epoch: number | null; revoked: boolean }>({
      name: "grant-clock",
      text: `select clock_timestamp() as now, business_now($1) as business, (select epoch from grant_epoch where tenant = $1) as epoch,
        exists (select from revoked_grant where grant_id = $2) as revoked`,
      values: [tenant, grantId],
    })
  ).rows[0];
  if (!row) throw new Error("the database gave no time");
  const epoch = Math.max(Number(row.epoch ?? 0), confirmed?.epoch ?? 0);
  return { databaseNow: row.now, businessNow: row.business, epoch, revoked: row.revoked };
}

/** Marks a grant as used (or refused). The receipt of an effect is written after it, in the same transaction. */
export async function insertUsedGrant(
  tx: Tx,
  subject: { grantId: string; tenant: string; stepId: string; effectKey: string },
  outcome: UsedOutcome,
  entities: readonly string[],
  receipt: Receipt | null,
): Promise<void> {
  await tx.query({
    name: "used-grant-insert",
    text: "insert into used_grant (grant_id, tenant, step_id, effect_key, outcome, entities, receipt) values ($1, $2, $3, $4, $5, $6, $7)",
    values: [
      subject.grantId,
      subject.tenant,
      subject.stepId,
      subject.effectKey,
      outcome,
      entities,
      receipt === null ? null : JSON.stringify(receipt),
    ],
  });
}

/** Writes the receipt of an effect, in the effect's own transaction. */
export async function storeReceipt(tx: Tx, receipt: Receipt): Promise<void> {
  await tx.query({
    name: "receipt-store",
    text: "update used_grant set receipt = $2 where grant_id = $1",
    values: [receipt.grantId, JSON.stringify(receipt)],
  });
}

/** Gives a grant of unknown outcome its outcome; for `succeeded` this transaction may write the grant's rows from here on. */
export async function settleGrant(tx: Tx, grantId: string, outcome: Exclude<UsedOutcome, "unknown">): Promise<void> {
  const settled = await tx.query<{ settled: boolean }>({
    name: "grant-settle",
    text: "select set_config('qm.grant_id', $1, true), settle_grant($1, $2) as settled",
    values: [grantId, outcome],
  });
  if (settled.rows[0]?.settled !== true) throw new Error(`grant ${grantId} has its outcome already`);
}

/** Remembers a revocation; a grant that arrives later meets it. */
export async function insertRevocation(tx: Tx, revoke: Revoke): Promise<void> {
  await tx.query({
    name: "revocation-insert",
    text: "insert into revoked_grant (grant_id, tenant, step_id, plan_id, reason) values ($1, $2, $3, $4, $5) on conflict do nothing",
    values: [revoke.grantId, revoke.tenant, revoke.stepId, revoke.planId, revoke.reason],
  });
}
