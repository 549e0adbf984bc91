import { transaction } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { lockEpoch } from "./grant-store.ts";

/**
 * Stores a newer epoch and gives the one in force; an older record changes nothing. Once this returns, no older grant takes effect here any
 * more; a call to another system that left before may still arrive there.
 */
export async function storeEpoch(ports: Pick<ExecutorPorts, "pool">, record: Signed<{ tenant: string; epoch: number }>): Promise<number> {
  const { tenant, epoch } = record.body;
  return transaction(ports.pool, tenant, async (tx) => {
    await lockEpoch(tx, tenant);
    await tx.query({
      name: "epoch-store",
      text: `insert into grant_epoch (tenant, epoch, signed) values ($1, $2, $3)
        on conflict (tenant) do update set epoch = excluded.epoch, signed = excluded.signed, stored_at = now() where grant_epoch.epoch < excluded.epoch`,
      values: [tenant, epoch, JSON.stringify(record)],
    });
    const stored = await tx.query<{ epoch: number }>({
      name: "epoch-read",
      text: "select epoch from grant_epoch where tenant = $1",
      values: [tenant],
    });
    return Number(stored.rows[0]?.epoch ?? epoch);
  });
}
