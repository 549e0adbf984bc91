-- Tables of export control. A declaration is a legal document with its own state machine; the authority decides, we ask.

-- Folded form of a name: exact comparison that forgives case, accents and punctuation, and nothing else.
create function fold_name(p_text text) returns text language sql immutable as $$
  select trim(regexp_replace(lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g'))
$$;

create table skus (
  tenant text not null, id text not null, name text not null, base_uom text not null, uom_conversions jsonb not null default '{}',
  unit_value_eur numeric not null, net_kg_per_base numeric not null, hs6 text not null, cn8 text not null, origin text,
  dg_un text, dg_class text, dg_packing_group text, dg_shipping_name text, dual_use text, eccn text, restrictions text[] not null default '{}',
  note text not null default '', version int not null default 1, primary key (tenant, id)
);
create table locations (
  tenant text not null, id text not null, name text not null, unlocode text not null, country text not null, customs_territory text not null,
  aliases text[] not null default '{}', state text not null default 'open', version int not null default 1, primary key (tenant, id)
);
create table parties (
  tenant text not null, id text not null, name text not null, country text not null, unlocode text, roles text[] not null default '{}',
  aliases text[] not null default '{}', screening text not null check (screening in ('clear', 'review', 'confirmed', 'unknown')),
  screening_score numeric, screening_hit text, list_version text, screened_at timestamptz, remark text not null default '',
  version int not null default 1, primary key (tenant, id)
);
create table denied_parties (
  tenant text not null, id text not null, name text not null, country text, aliases text[] not null default '{}', list text not null,
  version int not null default 1, primary key (tenant, id)
);
-- One row a country that policy names; every other country has none.
create table country_policy (
  tenant text not null, id text not null, embargoed boolean not null default false, sectors text[] not null default '{}',
  eu001 boolean not null default false, version int not null default 1, primary key (tenant, id)
);
create table screenings (
  tenant text not null, id text not null, party text, name text, hit text, score numeric, list_version text, state text not null,
  opened_at timestamptz not null, expires_at timestamptz, decided_by text[] not null default '{}', blocks text[] not null default '{}',
  version int not null default 1, primary key (tenant, id)
);
create index screenings_by_party on screenings (tenant, party);
create table licences (
  tenant text not null, id text not null, kind text not null check (kind in ('general', 'global', 'individual')),
  items text[] not null, destinations text[] not null, consignee text, quantity numeric, used numeric, committed numeric, uom text,
  valid_from date, valid_to date not null, state text not null check (state in ('valid', 'exhausted', 'expired', 'suspended')),
  remark text not null default '', version int not null default 1, primary key (tenant, id),
  check (quantity is null or used + committed <= quantity)
);
create table classification (
  tenant text not null, id text not null, sku text not null, regime text not null, code text not null, ruling_ref text,
  classified_by text not null, at timestamptz not null, version int not null default 1, primary key (tenant, id), unique (tenant, sku, regime)
);
create table declarations (
  tenant text not null, id text not null, regime text not null check (regime in ('EU-AES', 'UK-CDS', 'US-EEI')), lrn text, mrn text, itn text,
  state text not null check (state in ('draft', 'lodged', 'accepted', 'under_control', 'released', 'arrived_at_exit', 'exited', 'rejected',
    'not_released', 'amendment_pending', 'invalidation_pending', 'invalidated')),
  exporter text not null, consignee text, country_of_destination text not null, incoterm text, office_of_export text, office_of_exit text,
  shipment text not null, lodged_at timestamptz, accepted_at timestamptz, released_at timestamptz, arrived_at_exit_at timestamptz,
  exit_confirmed_at timestamptz, exit_enquiry_at timestamptz, auto_invalidation_at timestamptz, invalidated_at timestamptz, exit_status text,
  remark text not null default '', version int not null default 1, primary key (tenant, id),
  -- Their number exists only once they accepted.
  check ((mrn is null and itn is null) or accepted_at is not null)
);
create unique index declarations_lrn on declarations (tenant, lrn) where lrn is not null;
create unique index declarations_mrn on declarations (tenant, mrn) where mrn is not null;
create unique index declarations_itn on declarations (tenant, itn) where itn is not null;
-- One live declaration a shipment.
create unique index declarations_one_live on declarations (tenant, shipment) where state not in ('invalidated', 'rejected', 'not_released');
create table declaration_lines (
  tenant text not null, id text not null, declaration text not null, line int not null, sku text not null, cn8 text not null check (cn8 ~ '^\d{8}$'),
  quantity numeric not null check (quantity > 0), uom text not null, base_quantity numeric not null check (base_quantity > 0), base_uom text not null,
  net_kg numeric not null check (net_kg >= 0), statistical_value_eur numeric not null check (statistical_value_eur >= 0), origin text, licence text,
  version int not null default 1, primary key (tenant, id), unique (tenant, declaration, line)
);
create table declaration_messages (
  tenant text not null, id text not null, declaration text not null, kind text not null check (kind in ('lodge', 'amend', 'invalidate', 'exit_evidence')),
  state text not null check (state in ('intent', 'sent', 'accepted', 'rejected')), payload_hash text not null, our_reference text not null, reply text,
  at timestamptz not null, version int not null default 1, primary key (tenant, id), unique (tenant, our_reference)
);
-- A second message of a kind waits for the outcome of the first.
create unique index declaration_messages_one_open on declaration_messages (tenant, declaration, kind) where state in ('intent', 'sent');
create table documents (
  tenant text not null, id text not null, kind text not null, ref text not null, shipment text, declaration text, name text not null,
  text text not null default '', version int not null default 1, primary key (tenant, id)
);

select protect_table(name) from unnest(array['skus', 'locations', 'parties', 'denied_parties', 'country_policy', 'screenings', 'licences',
  'classification', 'declarations', 'declaration_lines', 'declaration_messages', 'documents']::regclass[]) as name;

-- The executor drafts and lodges; numbers and times of the authority are not its to write.
grant insert (tenant, id, regime, lrn, state, exporter, consignee, country_of_destination, incoterm, office_of_export, office_of_exit, shipment)
  on declarations to qm_export_executor;
grant update (regime, lrn, state, exporter, consignee, country_of_destination, incoterm, lodged_at, version) on declarations to qm_export_executor;
grant insert, delete on declaration_lines to qm_export_executor;
grant insert on declaration_messages to qm_export_executor;
grant update (licence, version) on declaration_lines to qm_export_executor;
grant update (committed, version) on licences to qm_export_executor;
-- World events: what the authority says, licence use at exit, and master data that supply's events change.
grant update (state, mrn, itn, accepted_at, released_at, arrived_at_exit_at, exit_confirmed_at, exit_enquiry_at, auto_invalidation_at, invalidated_at,
  exit_status, version) on declarations to qm_export_events;
grant update (state, reply, version) on declaration_messages to qm_export_events;
grant update (used, committed, state, version) on licences to qm_export_events;
grant insert, update on skus, locations to qm_export_events;
