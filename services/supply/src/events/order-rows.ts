import { type EventContext, UnknownReference } from "@quartermaster/events";
import type { OrderFlow } from "../domain/order-receipt.ts";
import type { Written } from "./stock-postings.ts";

/** The purchase order with what arrived of it, locked. @throws AppError unknown_record */
export async function lockOrder(id: string, { tx }: EventContext): Promise<OrderFlow & { location: string }> {
  const { rows } = await tx.query<OrderFlow & { location: string } & Record<string, unknown>>(
    "select id, state, lines, location, received, tolerance::text as tolerance from purchase_orders where id = $1 for update",
    [id],
  );
  if (!rows[0]) throw new UnknownReference(id, `there is no purchase order ${id}`);
  return rows[0];
}

/** Writes state and receipts of a purchase order. */
export async function writeOrder(
  id: string,
  change: { state: string; received: Record<string, string> },
  { tx }: EventContext,
): Promise<Written> {
  const { rows } = await tx.query<{ version: number }>(
    "update purchase_orders set state = $2, received = $3, version = version + 1 where id = $1 returning version",
    [id, change.state, JSON.stringify(change.received)],
  );
  return { record: id, version: rows[0]?.version ?? 0 };
}
