import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { compare, decimal } from "@quartermaster/shared/quantity";
import type { Item } from "../domain/item.ts";
import type { Serial } from "../domain/stock.ts";

/**
 * Serial numbers of a movement, locked. A serial is in exactly one place, so as many are named as units move. One that is held for a
 * transfer moves with that transfer alone.
 * @param expected `from`: the states they may be in now; `heldFor`: the transfer that moves them, none otherwise.
 * @throws AppError quantity_mismatch | unknown_record
 */
export async function lockSerials(
  tx: Tx,
  item: Item,
  named: readonly string[],
  expected: { quantity: string; from: readonly Serial["state"][]; stock?: string; heldFor?: string },
): Promise<string[]> {
  if (item.tracking !== "serial") {
    if (named.length === 0) return [];
    throw new AppError("quantity_mismatch", { detail: `${item.sku} has no serial numbers` });
  }
  const numbers = [...new Set(named)].sort();
  if (compare(decimal(String(numbers.length)), decimal(expected.quantity)) !== 0)
    throw new AppError("quantity_mismatch", {
      detail: `${expected.quantity} ${item.sku} move, ${numbers.length} serial numbers are named`,
    });
  const { rows } = await tx.query<{ id: string; state: Serial["state"]; stock: string; held_for: string | null }>(
    "select id, state, stock, held_for from serials where sku = $1 and id = any ($2) order by id for update",
    [item.sku, numbers],
  );
  const missing = numbers.find((number) => !rows.some((row) => row.id === number));
  if (missing !== undefined) throw new AppError("unknown_record", { detail: `there is no serial number ${missing} of ${item.sku}` });
  const wrong = rows.find(
    (row) =>
      !expected.from.includes(row.state) ||
      (expected.stock !== undefined && row.stock !== expected.stock) ||
      (row.held_for !== null && row.held_for !== expected.heldFor),
  );
  if (wrong) {
    const held = wrong.held_for === null ? "" : `, held for ${wrong.held_for}`;
    throw new AppError("illegal_transition", { detail: `${wrong.id} is ${wrong.state} on ${wrong.stock}${held}` });
  }
  return numbers;
}

/** Moves serial numbers to their new state, and place. */
export async function moveSerials(
  tx: Tx,
  numbers: readonly string[],
  change: { state: Serial["state"]; stock: string | null; heldFor: string | null },
): Promise<void> {
  if (numbers.length === 0) return;
  await tx.query("update serials set state = $2, stock = coalesce($3, stock), held_for = $4, version = version + 1 where id = any ($1)", [
    numbers,
    change.state,
    change.stock,
    change.heldFor,
  ]);
}

/** Serial numbers that are held for a transfer, locked; those that did not leave with it are free again. */
export async function lockHeldSerials(tx: Tx, transfer: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from serials where held_for = $1 and state = 'reserved' order by id for update",
    [transfer],
  );
  return rows.map((row) => row.id);
}
