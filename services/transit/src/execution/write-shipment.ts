import type { ApplyContext } from "@quartermaster/executor";
import type { Service } from "../domain/service.ts";
import type { Shipment } from "../domain/shipment.ts";

/** Writes a new shipment with its lines, leg, booking attempt and first event. */
export async function writeShipment(shipment: Shipment, service: Service, context: ApplyContext): Promise<void> {
  const { tx, tenant, businessNow } = context;
  await tx.query(
    `insert into shipments (tenant, id, kind, state, origin, destination, origin_unlocode, destination_unlocode, origin_territory, destination_territory,
       consignee, incoterm, promised_delivery, transfer_ref, demand_ref, dangerous_goods)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tenant,
      shipment.id,
      shipment.kind,
      shipment.state,
      shipment.origin,
      shipment.destination,
      shipment.originUnlocode,
      shipment.destinationUnlocode,
      shipment.originTerritory,
      shipment.destinationTerritory,
      shipment.consignee,
      shipment.incoterm,
      shipment.promisedDelivery,
      shipment.transferRef,
      shipment.demandRef,
      shipment.dangerousGoods,
    ],
  );
  for (const line of shipment.lines) {
    await tx.query(
      "insert into shipment_lines (tenant, id, shipment, line, sku, lot, quantity, uom, base_quantity, base_uom) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      [
        tenant,
        `${shipment.id}/${line.line}`,
        shipment.id,
        line.line,
        line.sku,
        line.lot,
        line.quantity,
        line.uom,
        line.baseQuantity,
        line.baseUom,
      ],
    );
  }
  for (const leg of shipment.legs) {
    await tx.query(
      `insert into legs (tenant, id, shipment, seq, mode, carrier, service_id, from_unlocode, to_unlocode, etd, eta, cutoff_docs, cutoff_cargo, cutoff_dg)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        tenant,
        `${shipment.id}/leg-${leg.seq}`,
        shipment.id,
        leg.seq,
        leg.mode,
        leg.carrier,
        leg.serviceId,
        leg.from,
        leg.to,
        leg.etd,
        leg.eta,
        leg.cutoffs.docs,
        leg.cutoffs.cargo,
        leg.cutoffs.dg,
      ],
    );
  }
  // Our reference is the shipment's id: a carrier's answer that was lost is found again by it before anything is sent twice.
  await tx.query(
    "insert into booking_attempts (tenant, id, shipment, service_id, carrier, our_reference, state, at) values ($1, $2, $3, $4, $5, $3, 'confirmed', $6)",
    [tenant, context.newRecordId("BKA", "attempt"), shipment.id, service.id, service.carrier, businessNow],
  );
  await tx.query(
    "insert into events (tenant, id, shipment, step, disposition, at, source) values ($1, $2, $3, 'booking', 'active', $4, 'executor')",
    [tenant, context.newRecordId("EVT", "booked"), shipment.id, businessNow],
  );
}
