-- What changes of existing shipments write: lines, legs, destination, lifted holds and cancellations.

-- A loaded shipment stays loaded until the carrier says that the goods are off again.
alter table shipments add column cancel_requested_at timestamptz;

grant update (lot, quantity, uom, base_quantity, version) on shipment_lines to qm_transit_executor;
grant update (mode, carrier, service_id, from_unlocode, to_unlocode, etd, eta, cutoff_docs, cutoff_cargo, cutoff_dg, version), delete on legs to qm_transit_executor;
grant update (destination, destination_unlocode, destination_territory, cancel_requested_at) on shipments to qm_transit_executor;
grant update (evidence_ref) on holds to qm_transit_executor;
grant update (cancel_requested_at) on shipments to qm_transit_events;
