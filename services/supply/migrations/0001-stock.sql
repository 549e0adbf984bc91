-- Stock and what belongs to it. Every table is a domain table: it changes only with a cause (libs/executor), row by row.

create table items (
  tenant text not null,
  id text not null, -- the sku
  name text not null,
  base_uom text not null,
  -- Decimals that a quantity in base units may have.
  scale int not null check (scale between 0 and 6),
  -- Unit → base units, exact decimals.
  uom_conversions jsonb not null default '{}',
  tracking text not null check (tracking in ('none', 'lot', 'serial')),
  unit_value_eur numeric not null check (unit_value_eur >= 0),
  net_kg_per_base numeric not null,
  hs6 text,
  cn8 text,
  origin text,
  dg_un text,
  dg_class text,
  dg_packing_group text,
  dual_use text,
  min_remaining_life_days int not null default 0,
  temperature text,
  restrictions text[] not null default '{}',
  note text not null default '',
  version int not null default 1,
  primary key (tenant, id)
);

create table locations (
  tenant text not null,
  id text not null,
  name text not null,
  unlocode text not null,
  country text not null,
  customs_territory text not null,
  timezone text not null,
  dg_classes text[] not null default '{}',
  bonded boolean not null default false,
  cold_storage boolean not null default false,
  aliases text[] not null default '{}',
  state text not null check (state in ('open', 'counting', 'closed')),
  note text not null default '',
  version int not null default 1,
  primary key (tenant, id)
);

-- One row per sku, place, lot and status; expiry is the lot's.
create table stock (
  tenant text not null,
  id text not null,
  sku text not null,
  location text not null,
  lot text,
  expiry date,
  status text not null check (status in ('available', 'quarantine', 'damaged', 'blocked')),
  on_hand numeric not null,
  reserved numeric not null default 0,
  note text not null default '',
  lot_remark text not null default '',
  version int not null default 1,
  primary key (tenant, id),
  check (on_hand >= 0),
  check (reserved >= 0 and reserved <= on_hand)
);
create unique index stock_key on stock (tenant, sku, location, coalesce(lot, ''), status);

-- A serial number is in exactly one place: its stock row.
create table serials (
  tenant text not null,
  id text not null,
  sku text not null,
  stock text not null,
  state text not null check (state in ('in_stock', 'reserved', 'in_transit', 'gone')),
  held_for text,
  version int not null default 1,
  primary key (tenant, id)
);
create index serials_by_stock on serials (tenant, stock);

create table reservations (
  tenant text not null,
  id text not null,
  sku text not null,
  location text not null,
  lot text,
  stock text not null,
  quantity numeric not null check (quantity >= 0),
  demand_ref text not null,
  owner text not null,
  state text not null check (state in ('active', 'consumed', 'released', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz,
  note text not null default '',
  version int not null default 1,
  primary key (tenant, id)
);
create unique index reservation_active on reservations (tenant, demand_ref, sku, location, coalesce(lot, '')) where state = 'active';
create index reservations_by_stock on reservations (tenant, stock) where state = 'active';

create table transfers (
  tenant text not null,
  id text not null,
  sku text not null,
  lot text,
  serials text[] not null default '{}',
  from_location text not null,
  to_location text not null,
  quantity numeric not null check (quantity > 0),
  state text not null check (state in ('proposed', 'approved', 'allocated', 'issued', 'received', 'partly_received', 'closed', 'cancelled')),
  reservation text not null,
  shipment text,
  needed_by date,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (tenant, id),
  check (from_location <> to_location)
);

-- Append-only; sums per stock row equal the balances since the seed. No back-dating: `at` is business time of the write.
create table stock_ledger (
  tenant text not null,
  id text not null,
  stock text not null,
  delta_on_hand numeric not null,
  delta_reserved numeric not null,
  cause_type text not null,
  cause_id text not null,
  idempotency_key text not null,
  at timestamptz not null,
  primary key (tenant, id)
);
create unique index stock_ledger_once on stock_ledger (tenant, idempotency_key, stock);

create table stock_policies (
  tenant text not null,
  id text not null, -- <sku>|<location>
  sku text not null,
  location text not null,
  safety_stock numeric not null,
  reorder_point numeric not null,
  max_level numeric not null,
  preferred_supplier text,
  lead_time_days int not null,
  version int not null default 1,
  primary key (tenant, id),
  check (safety_stock <= reorder_point and reorder_point <= max_level)
);

create table purchase_orders (
  tenant text not null,
  id text not null,
  supplier text not null,
  location text not null,
  -- [{ sku, quantity, uom }]
  lines jsonb not null,
  state text not null check (state in ('draft', 'sent', 'confirmed', 'partly_received', 'received', 'cancelled')),
  eta date not null,
  note text not null default '',
  version int not null default 1,
  primary key (tenant, id)
);

select protect_table(name::regclass)
  from unnest(array['items', 'locations', 'stock', 'serials', 'reservations', 'transfers', 'stock_ledger', 'stock_policies', 'purchase_orders']) as name;

-- Executor: what its effects write, and nothing else. On hand moves with goods issue and receipt, which are events.
grant update (reserved, version) on stock to qm_supply_executor;
grant insert, update (quantity, state, expires_at, version) on reservations to qm_supply_executor;
grant insert, update (state, version) on transfers to qm_supply_executor;
grant insert on stock_ledger to qm_supply_executor;
grant update (state, held_for, version) on serials to qm_supply_executor;

-- Events: the columns that the state machines name.
grant update (on_hand, reserved, version), insert on stock to qm_supply_events;
grant update (quantity, state, version) on reservations to qm_supply_events;
grant update (state, shipment, version) on transfers to qm_supply_events;
grant insert on stock_ledger to qm_supply_events;
grant update (stock, state, held_for, version), insert on serials to qm_supply_events;
grant update (state, version) on purchase_orders to qm_supply_events;
