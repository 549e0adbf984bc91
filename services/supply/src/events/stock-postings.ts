import type { EventContext } from "@quartermaster/events";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { add, decimal, type Rational, ZERO } from "@quartermaster/shared/quantity";
import { exact } from "../domain/units.ts";

export type Written = { record: string; version: number };

/** Who posts, and why; the ledger keeps it. */
export interface PostingCause extends Pick<EventContext, "tx" | "tenant"> {
  causeId: string;
  causeType: "inbound_event" | "scheduled_change";
  at: string;
}

/** The cause of an event's postings. */
export const causeOf = (context: EventContext): PostingCause => ({
  tx: context.tx,
  tenant: context.tenant,
  causeId: `event:${context.eventId}`,
  causeType: "inbound_event",
  at: context.businessNow,
});

/** A change of one stock row, in base units. */
export interface Posting {
  stock: string;
  onHand: string;
  reserved: string;
}

/** One posting a row: two changes of a row by one cause are one entry in the ledger. */
function sumByRow(postings: readonly Posting[]): Posting[] {
  const rows = new Map<string, { onHand: Rational; reserved: Rational }>();
  for (const { stock, onHand, reserved } of postings) {
    const known = rows.get(stock) ?? { onHand: ZERO, reserved: ZERO };
    rows.set(stock, { onHand: add(known.onHand, decimal(onHand)), reserved: add(known.reserved, decimal(reserved)) });
  }
  return [...rows]
    .map(([stock, row]) => ({ stock, onHand: exact(row.onHand), reserved: exact(row.reserved) }))
    .sort((a, b) => (a.stock < b.stock ? -1 : 1));
}

/**
 * Posts changes of stock with their ledger entries, in id order.
 * @throws AppError quantity_mismatch when a row does not hold as much.
 */
export async function postStock(postings: readonly Posting[], cause: PostingCause): Promise<Written[]> {
  const { tx, tenant, causeId, causeType, at } = cause;
  const written: Written[] = [];
  for (const { stock, onHand, reserved } of sumByRow(postings)) {
    const updated = await tx
      .query<{ version: number }>(
        "update stock set on_hand = on_hand + $2::numeric, reserved = reserved + $3::numeric, version = version + 1 where id = $1 returning version",
        [stock, onHand, reserved],
      )
      .catch((error: { code?: string }) => {
        if (error.code !== "23514") throw error;
        throw new AppError("quantity_mismatch", { detail: `${stock} does not hold as much`, cause: error });
      });
    if (!updated.rows[0]) throw new Error(`stock row ${stock} is gone`);
    await tx.query(
      `insert into stock_ledger (tenant, id, stock, delta_on_hand, delta_reserved, cause_type, cause_id, idempotency_key, at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [tenant, `LED-${causeId}-${stock}`, stock, onHand, reserved, causeType, causeId, at],
    );
    written.push({ record: stock, version: updated.rows[0].version });
  }
  return written;
}

export interface Goods {
  sku: string;
  location: string;
  lot: string | null;
  expiry: string | null;
  status: "available" | "quarantine";
}

/** The row that takes goods in, locked; its key is locked first, so that two receipts never make two rows of one. */
export async function lockRowFor(goods: Goods, context: EventContext): Promise<{ id: string; exists: boolean }> {
  const { tx, tenant } = context;
  const { sku, location, lot, status } = goods;
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 4))", [[tenant, sku, location, lot ?? "", status].join("|")]);
  const { rows } = await tx.query<{ id: string }>(
    "select id from stock where sku = $1 and location = $2 and coalesce(lot, '') = coalesce($3, '') and status = $4 for update",
    [sku, location, lot, status],
  );
  return rows[0] ? { id: rows[0].id, exists: true } : { id: context.newRecordId("STK", `${sku} ${lot ?? ""} ${status}`), exists: false };
}

/** Makes an empty row for goods that were not there before. */
export async function insertRow(id: string, goods: Goods, context: EventContext): Promise<void> {
  await context.tx.query(
    "insert into stock (tenant, id, sku, location, lot, expiry, status, on_hand, reserved) values ($1, $2, $3, $4, $5, $6, $7, 0, 0)",
    [context.tenant, id, goods.sku, goods.location, goods.lot, goods.expiry, goods.status],
  );
}

/** Locks stock rows in id order. */
export async function lockRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query("select id from stock where id = any ($1) order by id for update", [[...new Set(ids)]]);
}

/** No goods leave a place that is being counted or is closed. @throws AppError count_in_progress */
export async function refuseWhileCounting(tx: Tx, location: string, skus: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ why: string }>(
    `select 'is ' || state as why from locations where id = $1 and state <> 'open'
     union all select 'is being counted in ' || id from counts where location = $1 and state = 'open' and skus && $2 limit 1`,
    [location, [...skus]],
  );
  if (rows[0]) throw new AppError("count_in_progress", { detail: `${location} ${rows[0].why}` });
}
