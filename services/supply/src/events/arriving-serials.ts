import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";

/**
 * Serial numbers that arrive for the first time, locked where they are known. Known are only those whose arrival was declared an error;
 * gives them.
 * @throws AppError conflict for one that is somewhere else or was here before; either way it cannot arrive as new.
 */
export async function lockArrivingSerials(tx: Tx, sku: string, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; sku: string; state: string; withdrawn_by: string | null }>(
    "select id, sku, state, withdrawn_by from serials where id = any ($1) order by id for update",
    [numbers],
  );
  const known = rows.find((row) => row.withdrawn_by === null || row.state !== "gone" || row.sku !== sku);
  if (known) throw new AppError("conflict", { detail: `the serial number ${known.id} is known; it is ${known.state}` });
  return rows.map((row) => row.id);
}

/** Takes serial numbers in on a stock row. */
export async function takeInSerials(
  tx: Tx,
  tenant: string,
  goods: { sku: string; stock: string },
  numbers: readonly string[],
  known: readonly string[],
): Promise<void> {
  for (const id of numbers)
    await (known.includes(id)
      ? tx.query("update serials set state = 'in_stock', stock = $2, withdrawn_by = null, version = version + 1 where id = $1", [
          id,
          goods.stock,
        ])
      : tx.query("insert into serials (tenant, id, sku, stock, state) values ($1, $2, $3, $4, 'in_stock')", [
          tenant,
          id,
          goods.sku,
          goods.stock,
        ]));
}

/** Serial numbers that, as is declared now, never arrived. */
export async function withdrawSerials(tx: Tx, numbers: readonly string[], eventId: string): Promise<void> {
  if (numbers.length === 0) return;
  await tx.query("update serials set state = 'gone', held_for = null, withdrawn_by = $2, version = version + 1 where id = any ($1)", [
    numbers,
    eventId,
  ]);
}
