import { type EventContext, UnknownReference } from "@quartermaster/events";
import { shipmentsById } from "../adapters/postgres-shipments.ts";
import type { Shipment } from "../domain/shipment.ts";

export type Written = { record: string; version: number };

/** The shipment, locked. @throws AppError unknown_record */
export async function lockShipment(id: string, context: EventContext): Promise<Shipment> {
  const [shipment] = await shipmentsById(context.tx, [id], " for update");
  if (!shipment) throw new UnknownReference(id, `there is no shipment ${id}`);
  return shipment;
}

/** Columns that a world event may set, beside the state. */
export interface ShipmentChange {
  state?: string;
  cancel_requested_at?: null;
  goods_issue_posted?: boolean;
  proof_of_delivery?: string;
  original_eta?: string;
  delay_reason?: string;
  exception?: string;
}

/** Writes a change of a shipment and raises its version. */
export async function writeShipment(shipment: Shipment, change: ShipmentChange, context: EventContext): Promise<Written> {
  const columns = Object.entries(change);
  const sets = columns.map(([column], index) => `${column} = $${index + 2}, `).join("");
  const { rows } = await context.tx.query<{ version: number }>(
    `update shipments set ${sets}version = version + 1 where id = $1 returning version`,
    [shipment.id, ...columns.map(([, value]) => value)],
  );
  return { record: shipment.id, version: rows[0]?.version ?? 0 };
}

/** Sets the actual or estimated times of a leg. */
export async function writeLeg(
  shipment: string,
  seq: number,
  change: Partial<Record<"etd" | "eta" | "atd" | "ata", string | null>>,
  context: EventContext,
): Promise<Written> {
  const columns = Object.entries(change);
  const id = `${shipment}/leg-${seq}`;
  const { rows } = await context.tx.query<{ version: number }>(
    `update legs set ${columns.map(([column], index) => `${column} = $${index + 2}, `).join("")}version = version + 1 where id = $1 returning version`,
    [id, ...columns.map(([, value]) => value)],
  );
  return { record: id, version: rows[0]?.version ?? 0 };
}

/** Appends what happened; a correction appends too. */
export async function appendEvent(
  shipment: string,
  event: { step: string; disposition: string; legSeq: number | null },
  context: EventContext,
): Promise<void> {
  await context.tx.query(
    "insert into events (tenant, id, shipment, leg_seq, step, disposition, at, source) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      context.tenant,
      context.newRecordId("EVT", event.step),
      shipment,
      event.legSeq,
      event.step,
      event.disposition,
      context.at,
      context.source,
    ],
  );
}
