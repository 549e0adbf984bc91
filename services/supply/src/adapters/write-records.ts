import type { ApplyContext } from "@quartermaster/executor";

/** A change of the on-hand balance by this grant; gives the row's new version. */
export async function moveOnHand(context: ApplyContext, stock: string, deltaOnHand: string, deltaReserved: string): Promise<number> {
  const { tx, tenant, grantId, businessNow } = context;
  const updated = await tx.query<{ version: number }>({
    name: "stock-move-on-hand",
    text: "update stock set on_hand = on_hand + $2::numeric, reserved = reserved + $3::numeric, version = version + 1 where id = $1 returning version",
    values: [stock, deltaOnHand, deltaReserved],
  });
  const version = updated.rows[0]?.version;
  if (version === undefined) throw new Error(`stock row ${stock} is gone`);
  await tx.query({
    name: "stock-ledger-on-hand",
    text: `insert into stock_ledger (tenant, id, stock, delta_on_hand, delta_reserved, cause_type, cause_id, idempotency_key, at)
      values ($1, $2, $3, $4, $5, 'grant', $6, $6, $7)`,
    values: [tenant, `LED-${grantId}-${stock}`, stock, deltaOnHand, deltaReserved, grantId, businessNow],
  });
  return version;
}

/** Gives a row another status in place: the goods, their lot and their reservations stay what they are. */
export async function changeStatus(context: ApplyContext, stock: string, status: string): Promise<number> {
  const updated = await context.tx.query<{ version: number }>({
    name: "stock-status",
    text: "update stock set status = $2, version = version + 1 where id = $1 returning version",
    values: [stock, status],
  });
  return updated.rows[0]?.version ?? 0;
}

/** Lets reservations and serial numbers of one row stand on another. */
export async function moveHolders(context: ApplyContext, from: string, to: string): Promise<void> {
  await context.tx.query("update reservations set stock = $2, version = version + 1 where stock = $1 and state = 'active'", [from, to]);
  await context.tx.query("update serials set stock = $2, version = version + 1 where stock = $1", [from, to]);
}

/** Serial numbers that left, and new ones that were found. */
export async function settleSerials(
  context: ApplyContext,
  goods: { sku: string; stock: string },
  gone: readonly string[],
  found: readonly string[],
): Promise<void> {
  if (gone.length > 0) await context.tx.query("update serials set state = 'gone', version = version + 1 where id = any ($1)", [gone]);
  for (const id of found)
    await context.tx.query("insert into serials (tenant, id, sku, stock, state) values ($1, $2, $3, $4, 'in_stock')", [
      context.tenant,
      id,
      goods.sku,
      goods.stock,
    ]);
}
