-- Purchase orders and counts that people approved, counted quantities and changes of status. On hand still moves with goods issue
-- and receipt; a counted quantity is the one other way, and the ledger says which grant it was.

create table counts (
  tenant text not null,
  id text not null,
  location text not null,
  skus text[] not null check (cardinality(skus) > 0),
  complete_by date not null,
  -- 'requested' disturbs nobody; from 'open' on people are counting.
  state text not null check (state in ('requested', 'open', 'counted', 'posted', 'cancelled')),
  blind boolean not null default true,
  requested_at timestamptz not null,
  version int not null default 1,
  primary key (tenant, id)
);
create index counts_by_location on counts (tenant, location);
select protect_table('counts');

grant insert on counts, purchase_orders, serials to qm_supply_executor;
grant update (on_hand, status) on stock to qm_supply_executor;
grant update (stock) on serials to qm_supply_executor;
grant update (stock) on reservations to qm_supply_executor;
grant update (state, version) on counts to qm_supply_events;

alter function seed_world(text, jsonb) rename to seed_stock_world;
-- Everything of the tenant is replaced, what executions added included.
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
begin
  perform seed_stock_world(p_tenant, p_world);
  delete from counts where tenant = p_tenant;
end $$;
