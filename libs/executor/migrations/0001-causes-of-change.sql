-- Every change of a domain table has exactly one cause of the same transaction: a used grant, an inbound event,
-- a scheduled change, or a seed (demo tenants only). The triggers catch bugs and stray SQL; signatures are checked outside.

create table used_grant (
  grant_id text primary key,
  tenant text not null,
  step_id text not null,
  effect_key text not null,
  -- 'replayed': another grant of the same effect came first; its receipt repeats that effect.
  outcome text not null check (outcome in ('succeeded', 'replayed', 'stale', 'refused', 'failed', 'unknown')),
  -- Ids of the existing rows that this grant may write.
  entities text[] not null check (not ('*' = any (entities))),
  xid xid8 not null default pg_current_xact_id(),
  -- Body of the receipt; signed anew on every read.
  receipt jsonb,
  used_at timestamptz not null default now()
);
create unique index used_grant_effect on used_grant (tenant, effect_key) where outcome = 'succeeded';

create table revoked_grant (
  grant_id text primary key,
  tenant text not null,
  step_id text not null,
  plan_id text not null,
  reason text not null,
  revoked_at timestamptz not null default now()
);

create table grant_epoch (
  tenant text primary key,
  epoch bigint not null,
  -- The record as signed by approvals.
  signed jsonb not null,
  stored_at timestamptz not null default now()
);

create table change_cause (
  tenant text not null,
  id text not null,
  kind text not null check (kind in ('inbound_event', 'scheduled_change', 'seed')),
  entities text[] not null,
  xid xid8 not null default pg_current_xact_id(),
  detail text,
  at timestamptz not null default now(),
  primary key (tenant, id),
  check (kind = 'seed' or not ('*' = any (entities)))
);

-- Grant messages that could not be authenticated or read; kept for people, never acted on.
create table dead_grant (
  id bigint generated always as identity primary key,
  tenant text not null,
  subject text not null,
  code text not null,
  detail text not null,
  body text not null,
  at timestamptz not null default now()
);

do $$
declare
  agent text := format('qm_%s_agent', current_setting('qm.domain'));
  executor text := format('qm_%s_executor', current_setting('qm.domain'));
  events text := format('qm_%s_events', current_setting('qm.domain'));
  seed text := format('qm_%s_seed', current_setting('qm.domain'));
  name text;
begin
  foreach name in array array['used_grant', 'revoked_grant', 'grant_epoch', 'change_cause', 'dead_grant'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
  foreach name in array array['used_grant', 'revoked_grant', 'grant_epoch', 'dead_grant'] loop
    execute format($p$create policy own_tenant on %I using (tenant = current_setting('qm.tenant', true))$p$, name);
  end loop;
  execute format('grant select, insert (grant_id, tenant, step_id, effect_key, outcome, entities, receipt), update (receipt) on used_grant to %I', executor);
  execute format('grant select, insert (grant_id, tenant, step_id, plan_id, reason) on revoked_grant to %I', executor);
  execute format('grant select, insert (tenant, epoch, signed), update (epoch, signed, stored_at) on grant_epoch to %I', executor);
  execute format('grant select, insert (tenant, subject, code, detail, body) on dead_grant to %I', executor);
  -- An outside outcome rewrites the receipt of the effect that it belongs to, nothing else.
  execute format('grant select, update (receipt) on used_grant to %I', events);

  execute format('grant select, insert (tenant, id, kind, entities, detail) on change_cause to %I, %I', events, seed);
  execute $p$create policy read_own on change_cause for select using (tenant = current_setting('qm.tenant', true))$p$;
  execute format($p$create policy events_write on change_cause for insert to %I
    with check (tenant = current_setting('qm.tenant', true) and kind in ('inbound_event', 'scheduled_change'))$p$, events);
  execute format($p$create policy seed_write on change_cause for insert to %I
    with check (tenant = current_setting('qm.tenant', true) and kind = 'seed'
      and exists (select from tenants t where t.tenant = change_cause.tenant and t.demo))$p$, seed);

  execute format('grant insert (tenant, demo, offset_ms), update (offset_ms) on tenants to %I', seed);
  execute format('create policy seed_demo_only on tenants as restrictive for insert to %I with check (demo)', seed);
  execute format('create policy seed_demo_clock on tenants as restrictive for update to %I using (demo) with check (demo)', seed);
end $$;

-- Refuses a write that no cause of this transaction covers: inserts need a cause of the same tenant, updates and deletes
-- need each written id in the cause's entities. Runs as the owner, so it does not depend on the writer's rights.
create function need_cause() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  allowed text[];
  cause_tenant text;
  outside boolean;
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'truncate of % is refused', tg_table_name using errcode = '42501';
  end if;
  select g.entities, g.tenant into allowed, cause_tenant from used_grant g
    where g.grant_id = current_setting('qm.grant_id', true) and g.outcome = 'succeeded' and g.xid = pg_current_xact_id_if_assigned();
  if allowed is null then
    select c.entities, c.tenant into allowed, cause_tenant from change_cause c
      where c.tenant = current_setting('qm.tenant', true) and c.id = current_setting('qm.cause_id', true)
        and c.xid = pg_current_xact_id_if_assigned();
  end if;
  if allowed is null then
    raise exception 'write to % without a cause', tg_table_name using errcode = '42501';
  end if;
  if tg_op = 'INSERT' then
    select exists (select from n where n.tenant <> cause_tenant) into outside;
  elsif tg_op = 'UPDATE' then
    select exists (select from n where n.tenant <> cause_tenant or (n.id <> all (allowed) and not '*' = any (allowed)))
      or exists (select from o where o.tenant <> cause_tenant or (o.id <> all (allowed) and not '*' = any (allowed))) into outside;
  else
    select exists (select from o where o.tenant <> cause_tenant or (o.id <> all (allowed) and not '*' = any (allowed))) into outside;
  end if;
  if outside then
    raise exception 'write to % outside its cause', tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;

-- Makes a table a domain table: cause triggers, row-level security by tenant, reading for all roles of this domain, writing
-- whole rows for the seed role. Rights to write for executor and events are granted column by column by the domain itself.
-- The table needs the columns `tenant text` and `id text`.
create function protect_table(p_table regclass) returns void language plpgsql as $$
declare
  role_of text := format('qm_%s_', current_setting('qm.domain'));
begin
  execute format('create trigger cause_of_insert after insert on %s referencing new table as n for each statement execute function need_cause()', p_table);
  execute format('create trigger cause_of_update after update on %s referencing new table as n old table as o for each statement execute function need_cause()', p_table);
  execute format('create trigger cause_of_delete after delete on %s referencing old table as o for each statement execute function need_cause()', p_table);
  execute format('create trigger no_truncate before truncate on %s for each statement execute function need_cause()', p_table);
  execute format('alter table %s enable row level security', p_table);
  execute format($p$create policy own_tenant on %s using (tenant = current_setting('qm.tenant', true)) with check (tenant = current_setting('qm.tenant', true))$p$, p_table);
  execute format('grant select on %s to %I, %I, %I, %I', p_table, role_of || 'agent', role_of || 'executor', role_of || 'events', role_of || 'seed');
  execute format('grant insert, delete on %s to %I', p_table, role_of || 'seed');
end $$;
revoke execute on function protect_table(regclass), need_cause() from public;

-- Starts a seed: from here on this transaction may rewrite the tenant's domain rows. Only the seed role can, only in demo tenants.
create function begin_seed(p_tenant text) returns void language plpgsql as $$
declare
  cause text := 'seed-' || gen_random_uuid();
begin
  if not exists (select from tenants where tenant = p_tenant and demo) then
    raise exception 'tenant % is not a demo tenant', p_tenant using errcode = '42501';
  end if;
  insert into change_cause (tenant, id, kind, entities) values (p_tenant, cause, 'seed', array['*']);
  perform set_config('qm.cause_id', cause, true);
end $$;
