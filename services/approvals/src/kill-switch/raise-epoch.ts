import type { Tx } from "@quartermaster/shared/db";

const RAISE = `insert into epochs (tenant, epoch) values ($1, 1)
  on conflict (tenant) do update set epoch = epochs.epoch + 1, issued_at = now() returning epoch`;

/** Makes a new epoch: every grant signed before is void once its executor knows. Returns it. */
export async function raiseEpoch(tx: Tx, tenant: string): Promise<number> {
  const row = (await tx.query<{ epoch: number }>({ name: "epoch-raise", text: RAISE, values: [tenant] })).rows[0];
  if (!row) throw new Error("the epoch was not stored");
  return row.epoch;
}

const LEAVE = `select coalesce((select epoch from epochs where tenant = $1), 0) as epoch, execution_stopped($1) as stopped`;

/** Whether grants may be signed, and of which epoch; read by one statement, so that a grant of a new epoch is never from after a stop. */
export async function grantLeave(tx: Tx, tenant: string): Promise<{ epoch: number; stopped: boolean }> {
  const row = (await tx.query<{ epoch: number; stopped: boolean }>({ name: "grant-leave", text: LEAVE, values: [tenant] })).rows[0];
  return row ?? { epoch: 0, stopped: true };
}
