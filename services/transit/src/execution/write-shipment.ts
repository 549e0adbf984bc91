import type { ApplyContext } from "@quartermaster/executor";
import { FIRST_ATTEMPT } from "../domain/booking-attempt.ts";
import type { Service } from "../domain/service.ts";
import type { Shipment } from "../domain/shipment.ts";

/** Inserts one row; the columns are written here in code, never taken from input. */
async function insert(context: ApplyContext, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = ["tenant", ...Object.keys(row)];
  const places = columns.map((_column, index) => `$${index + 1}`);
  await context.tx.query(`insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`, [
    context.tenant,
    ...Object.values(row),
  ]);
}

const shipmentRow = (shipment: Shipment): Record<string, unknown> => ({
  id: shipment.id,
  kind: shipment.kind,
  state: shipment.state,
  origin: shipment.origin,
  destination: shipment.destination,
  origin_unlocode: shipment.originUnlocode,
  destination_unlocode: shipment.destinationUnlocode,
  origin_territory: shipment.originTerritory,
  destination_territory: shipment.destinationTerritory,
  consignee: shipment.consignee,
  incoterm: shipment.incoterm,
  promised_delivery: shipment.promisedDelivery,
  transfer_ref: shipment.transferRef,
  demand_ref: shipment.demandRef,
  dangerous_goods: shipment.dangerousGoods,
});

const lineRow = (shipment: string, line: Shipment["lines"][number]): Record<string, unknown> => ({
  id: `${shipment}/${line.line}`,
  shipment,
  line: line.line,
  sku: line.sku,
  lot: line.lot,
  quantity: line.quantity,
  uom: line.uom,
  base_quantity: line.baseQuantity,
  base_uom: line.baseUom,
});

const legRow = (shipment: string, leg: Shipment["legs"][number]): Record<string, unknown> => ({
  id: `${shipment}/leg-${leg.seq}`,
  shipment,
  seq: leg.seq,
  mode: leg.mode,
  carrier: leg.carrier,
  service_id: leg.serviceId,
  from_unlocode: leg.from,
  to_unlocode: leg.to,
  etd: leg.etd,
  eta: leg.eta,
  cutoff_docs: leg.cutoffs.docs,
  cutoff_cargo: leg.cutoffs.cargo,
  cutoff_dg: leg.cutoffs.dg,
});

/** Writes a new shipment with its lines, leg, booking attempt and first event. */
export async function writeShipment(shipment: Shipment, service: Service, context: ApplyContext): Promise<void> {
  const at = context.businessNow;
  await insert(context, "shipments", shipmentRow(shipment));
  for (const line of shipment.lines) await insert(context, "shipment_lines", lineRow(shipment.id, line));
  for (const leg of shipment.legs) await insert(context, "legs", legRow(shipment.id, leg));
  // Our reference is the shipment's id: a carrier's answer that was lost is found again by it before anything is sent twice.
  const attempt = {
    id: context.newRecordId("BKA", FIRST_ATTEMPT),
    our_reference: shipment.id,
    service_id: service.id,
    carrier: service.carrier,
  };
  await insert(context, "booking_attempts", { ...attempt, shipment: shipment.id, state: "confirmed", at });
  const event = { id: context.newRecordId("EVT", "booked"), step: "booking", disposition: "active", source: "executor" };
  await insert(context, "events", { ...event, shipment: shipment.id, at });
}
