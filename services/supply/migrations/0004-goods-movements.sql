-- Issue and receipt are facts of their own: what was issued is received, rejected, lost or still in transit, never twice.

alter table transfers add column issued numeric not null default 0;
alter table transfers add column received numeric not null default 0;
alter table transfers add column rejected numeric not null default 0;
alter table transfers add column lost numeric not null default 0;
alter table transfers add constraint transfer_flow check (
  received >= 0 and rejected >= 0 and lost >= 0 and issued in (0, quantity) and received + rejected + lost <= issued);
alter table transfers add constraint transfer_flow_state check (
  (state in ('proposed', 'approved', 'allocated', 'cancelled') and issued = 0)
  or (state = 'issued' and issued = quantity and received + rejected + lost = 0)
  or (state = 'partly_received' and received + rejected + lost between 0 and issued)
  or (state in ('received', 'closed') and received + rejected + lost = issued));
grant update (issued, received, rejected, lost) on transfers to qm_supply_events;

-- Base units received so far by sku, and the share by which more may arrive than was ordered.
alter table purchase_orders add column received jsonb not null default '{}';
alter table purchase_orders add column tolerance numeric not null default 0.05 check (tolerance between 0 and 1);
grant update (received) on purchase_orders to qm_supply_events;

-- What people counted: [{ sku, lot, quantity }] in base units.
alter table counts add column results jsonb;
alter table counts add column counted_at timestamptz;
grant update (results, counted_at) on counts to qm_supply_events;

create index reservations_expiring on reservations (tenant, expires_at) where state = 'active' and expires_at is not null;

select protect_states('reservations', 'state', array['active>consumed', 'active>released', 'active>expired']);
select protect_states('transfers', 'state', array[
  'proposed>approved', 'approved>allocated', 'proposed>cancelled', 'approved>cancelled', 'allocated>cancelled', 'allocated>issued',
  'issued>partly_received', 'issued>received', 'issued>closed', 'partly_received>received', 'partly_received>closed', 'received>closed',
  -- A receipt that was declared an error.
  'received>partly_received', 'received>issued', 'partly_received>issued']);
select protect_states('stock', 'status', array[
  'available>quarantine', 'quarantine>available', 'available>damaged', 'available>blocked', 'quarantine>damaged', 'quarantine>blocked',
  'damaged>available', 'blocked>available']);
select protect_states('purchase_orders', 'state', array[
  'draft>sent', 'draft>confirmed', 'sent>confirmed', 'confirmed>partly_received', 'confirmed>received', 'partly_received>received',
  'draft>cancelled', 'sent>cancelled', 'confirmed>cancelled',
  'received>partly_received', 'received>confirmed', 'partly_received>confirmed']);
select protect_states('counts', 'state', array['requested>open', 'open>counted', 'counted>posted', 'requested>cancelled', 'open>cancelled', 'counted>cancelled']);
