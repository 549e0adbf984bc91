-- Tables of transport. Quantities are exact numerics; base_quantity is kept beside quantity and unit, so that a later change
-- of a conversion never changes what was shipped.

create table skus (
  tenant text not null, id text not null, name text not null, base_uom text not null, uom_conversions jsonb not null default '{}',
  unit_value_eur numeric not null, net_kg_per_base numeric not null, dg_un text, dg_class text, dual_use text, temperature text,
  note text not null default '', version int not null default 1, primary key (tenant, id)
);
create table locations (
  tenant text not null, id text not null, name text not null, unlocode text not null, country text not null, customs_territory text not null,
  dg_classes text[] not null default '{}', aliases text[] not null default '{}', cold boolean not null default false,
  state text not null default 'open', note text not null default '', version int not null default 1, primary key (tenant, id)
);
create table carriers (
  tenant text not null, id text not null, name text not null, mode text not null, dg_classes text[] not null default '{}',
  un_forbidden text[] not null default '{}', cutoff_hours jsonb not null default '{}', max_kg numeric, message text not null default '',
  version int not null default 1, primary key (tenant, id)
);
create table services (
  tenant text not null, id text not null, carrier text not null, from_unlocode text not null, to_unlocode text not null,
  etd timestamptz not null, eta timestamptz not null, cutoff_docs timestamptz, cutoff_cargo timestamptz, cutoff_dg timestamptz,
  temperature_controlled boolean not null default false, capacity_kg numeric not null check (capacity_kg >= 0),
  version int not null default 1, primary key (tenant, id), check (eta > etd)
);
create index services_by_route on services (tenant, from_unlocode, to_unlocode, eta);

create table shipments (
  tenant text not null, id text not null, kind text not null check (kind in ('outbound', 'transfer', 'inbound')),
  state text not null check (state in ('draft', 'booked', 'picking', 'packed', 'loaded', 'departed', 'arrived', 'delivered', 'cancelled')),
  origin text not null, destination text not null, origin_unlocode text not null, destination_unlocode text not null,
  origin_territory text not null, destination_territory text not null,
  consignee text, supplier text, incoterm text, promised_delivery date, transfer_ref text, demand_ref text, purchase_order text,
  declaration_id text, dangerous_goods boolean not null default false, goods_issue_posted boolean not null default false,
  temperature text, container text, original_eta timestamptz, delay_reason text not null default '', proof_of_delivery text,
  note text not null default '', version int not null default 1, primary key (tenant, id)
);
create index shipments_by_state on shipments (tenant, state);
-- One open shipment per transfer.
create unique index shipments_one_per_transfer on shipments (tenant, transfer_ref) where transfer_ref is not null and state <> 'cancelled';

create table shipment_lines (
  tenant text not null, id text not null, shipment text not null, line int not null, sku text not null, lot text,
  quantity numeric not null check (quantity > 0), uom text not null, base_quantity numeric not null check (base_quantity > 0), base_uom text not null,
  version int not null default 1, primary key (tenant, id), unique (tenant, shipment, line)
);
create index shipment_lines_by_sku on shipment_lines (tenant, sku);
create table legs (
  tenant text not null, id text not null, shipment text not null, seq int not null, mode text not null, carrier text not null, service_id text,
  from_unlocode text not null, to_unlocode text not null, etd timestamptz not null, eta timestamptz not null, atd timestamptz, ata timestamptz,
  cutoff_docs timestamptz, cutoff_cargo timestamptz, cutoff_dg timestamptz, note text not null default '',
  version int not null default 1, primary key (tenant, id), unique (tenant, shipment, seq), check (ata is null or atd is null or ata >= atd)
);
create index legs_by_service on legs (tenant, service_id) where service_id is not null;
create table holds (
  tenant text not null, id text not null, shipment text not null, scope text not null default 'shipment' check (scope in ('shipment', 'delivery')),
  type text not null check (type in ('customer', 'quality', 'credit', 'customs', 'compliance', 'licence', 'dg')),
  state text not null check (state in ('active', 'released')), reason text not null default '', placed_at timestamptz not null,
  placed_by text not null, evidence_ref text, version int not null default 1, primary key (tenant, id)
);
create unique index holds_one_active on holds (tenant, shipment, type) where state = 'active';
create table booking_attempts (
  tenant text not null, id text not null, shipment text not null, service_id text not null, carrier text not null, our_reference text not null,
  state text not null check (state in ('intent', 'sent', 'confirmed', 'failed', 'unknown')), at timestamptz not null,
  version int not null default 1, primary key (tenant, id), unique (tenant, our_reference)
);
create table events (
  tenant text not null, id text not null, shipment text not null, leg_seq int, step text not null, disposition text not null,
  at timestamptz not null, source text not null, version int not null default 1, primary key (tenant, id)
);
create index events_by_shipment on events (tenant, shipment, at);
create table carrier_messages (
  tenant text not null, id text not null, carrier text not null, shipment text, received_at timestamptz not null, message text not null,
  version int not null default 1, primary key (tenant, id)
);
-- Stored only: no process of this service calls an address from here.
create table webhooks (
  tenant text not null, id text not null, carrier text not null, url text not null, state text not null, version int not null default 1, primary key (tenant, id)
);

select protect_table(name) from unnest(array['skus', 'locations', 'carriers', 'services', 'shipments', 'shipment_lines', 'legs', 'holds',
  'booking_attempts', 'events', 'carrier_messages', 'webhooks']::regclass[]) as name;

-- The executor books and holds. The right on services.version lets it lock a service while it counts the capacity left.
grant insert on shipments, shipment_lines, legs, holds, booking_attempts, events to qm_transit_executor;
grant update (state, version) on shipments to qm_transit_executor;
grant update (state, version) on holds to qm_transit_executor;
grant update (version) on services to qm_transit_executor;
-- World events: only the columns that the state machine names, and master data that supply's events change.
grant insert on events, carrier_messages to qm_transit_events;
grant update (state, goods_issue_posted, declaration_id, original_eta, delay_reason, proof_of_delivery, version) on shipments to qm_transit_events;
grant update (etd, eta, atd, ata, version) on legs to qm_transit_events;
grant update (state, version) on holds to qm_transit_events;
grant update (state, version) on booking_attempts to qm_transit_events;
grant insert, update on skus, locations to qm_transit_events;
