import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { isSealed, type SealRing } from "@quartermaster/shared/signing";
import { openSecret, placeOf } from "./secret-of.ts";

interface Row {
  tenant: string;
  id: string;
  secret: string | null;
  old_secret: string | null;
}

/** Rows looked at in one transaction. */
const A_ROUND = 200;
const NEXT = `select tenant, id, secret, old_secret from notification_channels where kind = 'webhook' and id > $1 order by id limit ${A_ROUND}`;
// Only while it is still what was sealed: an admin may have asked for another secret meanwhile.
const SEAL = `update notification_channels set secret = $3, old_secret = $4
  where id = $1 and tenant = $2 and secret is not distinct from $5 and old_secret is not distinct from $6`;
const OPEN_ANSWERS = "select distinct tenant from idempotency_keys where answer::text like '%whsec_%'";
// Answers of before, for repeats under an Idempotency-Key: what they showed once is worth more than the repeat.
const FORGET = `update idempotency_keys set answer = to_json(answer::jsonb - 'secret' - 'webhookSecret') where answer::text like '%whsec_%'`;

/** What a row holds, sealed with the newest key; the same when it is. */
function sealedAnew(ring: SealRing, row: Row, secret: string | null): string | null {
  if (secret === null || (isSealed(secret) && ring.isCurrent(secret))) return secret;
  return ring.seal(openSecret(ring, row, secret), placeOf(row));
}

/**
 * Seals the webhooks' secrets that lie open, and seals anew what an older key sealed. Run at every start, on any number of replicas. What
 * no key of the ring opens is told and left: its webhook fails with that code until an admin gives it another secret.
 */
export async function sealStoredSecrets(pool: Pool, ring: SealRing, log: Pick<Logger, "error" | "info">): Promise<void> {
  let sealed = 0;
  let last = "";
  for (let more = true; more; ) {
    const rows = await transaction(pool, ALL_TENANTS, async (tx) => (await tx.query<Row & Record<string, unknown>>(NEXT, [last])).rows);
    for (const row of rows) {
      try {
        const [secret, old] = [sealedAnew(ring, row, row.secret), sealedAnew(ring, row, row.old_secret)];
        if (secret === row.secret && old === row.old_secret) continue;
        const values = [row.id, row.tenant, secret, old, row.secret, row.old_secret];
        sealed += (await transaction(pool, row.tenant, async (tx) => await tx.query(SEAL, values))).rowCount ?? 0;
      } catch (error) {
        if (!AppError.isInstance(error)) throw error;
        log.error({ err: error, tenant: row.tenant, channelId: row.id }, "a webhook's secret cannot be opened");
      }
    }
    last = rows.at(-1)?.id ?? last;
    more = rows.length === A_ROUND;
  }
  const tenants = await transaction(pool, ALL_TENANTS, async (tx) => (await tx.query<{ tenant: string }>(OPEN_ANSWERS)).rows);
  for (const { tenant } of tenants) await transaction(pool, tenant, async (tx) => await tx.query(FORGET));
  if (sealed > 0) log.info({ sealed }, "secrets of webhooks sealed");
}
