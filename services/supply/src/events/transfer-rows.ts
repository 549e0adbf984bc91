import { type EventContext, UnknownReference } from "@quartermaster/events";
import type { Transfer } from "../domain/stock.ts";
import type { TransferFlow } from "../domain/transfer-flow.ts";
import type { Written } from "./stock-postings.ts";

/** A transfer with where its goods are. */
export interface FlowingTransfer extends Omit<Transfer, "state" | "quantity"> {
  flow: TransferFlow;
}

const TRANSFER = `select id, sku, lot, serials, from_location as "fromLocation", to_location as "toLocation", reservation, shipment, needed_by as "neededBy",
  version, state, trim_scale(quantity)::text as quantity, trim_scale(issued)::text as issued, trim_scale(received)::text as received,
  trim_scale(rejected)::text as rejected, trim_scale(lost)::text as lost from transfers where id = $1 for update`;

/** The transfer, locked. @throws AppError unknown_record */
export async function lockTransfer(id: string, { tx }: EventContext): Promise<FlowingTransfer> {
  const { rows } = await tx.query<Omit<FlowingTransfer, "flow"> & TransferFlow & Record<string, unknown>>(TRANSFER, [id]);
  if (!rows[0]) throw new UnknownReference(id, `there is no transfer ${id}`);
  const { state, quantity, issued, received, rejected, lost, ...rest } = rows[0];
  return { ...rest, flow: { state, quantity, issued, received, rejected, lost } };
}

/** Writes where the goods of a transfer are now. */
export async function writeTransfer(id: string, flow: TransferFlow, { tx }: EventContext): Promise<Written> {
  const { rows } = await tx.query<{ version: number }>(
    `update transfers set state = $2, issued = $3, received = $4, rejected = $5, lost = $6, version = version + 1 where id = $1 returning version`,
    [id, flow.state, flow.issued, flow.received, flow.rejected, flow.lost],
  );
  return { record: id, version: rows[0]?.version ?? 0 };
}
