import type { ApplyContext } from "@quartermaster/executor";
import { attemptName } from "../domain/booking-attempt.ts";
import type { Leg } from "../domain/shipment.ts";

/** Raises the version of a shipment that changed; gives the new one. */
export async function bumpShipment(shipment: string, context: ApplyContext): Promise<number> {
  const updated = await context.tx.query<{ version: number }>(
    "update shipments set version = version + 1 where id = $1 returning version",
    [shipment],
  );
  return updated.rows[0]?.version ?? 0;
}

/** Appends what happened to a shipment. */
export async function insertEvent(context: ApplyContext, shipment: string, step: string, disposition: string): Promise<void> {
  await context.tx.query(
    "insert into events (tenant, id, shipment, step, disposition, at, source) values ($1, $2, $3, $4, $5, $6, 'executor')",
    [context.tenant, context.newRecordId("EVT", step), shipment, step, disposition, context.businessNow],
  );
}

/** Notes the booking of one leg on a service; our reference is new, so that the first booking stays what it was. */
export async function insertAttempt(context: ApplyContext, shipment: string, leg: Leg): Promise<void> {
  const id = context.newRecordId("BKA", attemptName(leg.seq));
  await context.tx.query(
    "insert into booking_attempts (tenant, id, shipment, service_id, carrier, our_reference, state, at) values ($1, $2, $3, $4, $5, $6, 'confirmed', $7)",
    [context.tenant, id, shipment, leg.serviceId, leg.carrier, `${shipment}/${id}`, context.businessNow],
  );
}

/** Puts one existing leg on another service. */
export async function updateLeg(context: ApplyContext, shipment: string, leg: Leg): Promise<void> {
  await context.tx.query(
    `update legs set mode = $2, carrier = $3, service_id = $4, from_unlocode = $5, to_unlocode = $6, etd = $7, eta = $8, cutoff_docs = $9, cutoff_cargo = $10,
       cutoff_dg = $11, version = version + 1 where id = $1`,
    [`${shipment}/leg-${leg.seq}`, ...legValues(leg)],
  );
}

/** Adds a leg that was not there before. */
export async function insertLeg(context: ApplyContext, shipment: string, leg: Leg): Promise<void> {
  await context.tx.query(
    `insert into legs (tenant, id, shipment, seq, mode, carrier, service_id, from_unlocode, to_unlocode, etd, eta, cutoff_docs, cutoff_cargo, cutoff_dg)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [context.tenant, `${shipment}/leg-${leg.seq}`, shipment, leg.seq, ...legValues(leg)],
  );
}

const legValues = (leg: Leg): (string | null)[] => [
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
];
