-- Effects that happen in another system: what was meant to be sent, whether it may have been, and what became of it. A row is written
-- with the used grant, before anything is sent; after a crash it says where to go on.

create table outside_call (
  grant_id text primary key,
  tenant text not null,
  effect_key text not null,
  -- Our reference at the system; the same effect always has the same.
  key text not null,
  system text not null,
  tool text not null,
  -- intent: nothing was sent. sent: it may have arrived. unknown: it was sent and the answer is being looked up.
  state text not null default 'intent' check (state in ('intent', 'sent', 'unknown', 'confirmed', 'failed')),
  -- Everything that the second transaction needs, as the first one verified it.
  grant_body jsonb not null,
  description jsonb not null,
  -- Rows that the effect will write; no other grant writes them while the call is open.
  entities text[] not null,
  expected_version text,
  -- Random per claim: whoever lost the lease can neither send nor settle.
  owner text not null,
  lease_until timestamptz not null,
  sends int not null default 0,
  sent_at timestamptz,
  looks int not null default 0,
  look_at timestamptz not null default now(),
  result jsonb,
  detail text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state in ('confirmed', 'failed')) = (settled_at is not null)),
  check (state = 'intent' or sends > 0 or settled_at is not null)
);
create unique index outside_call_once on outside_call (tenant, effect_key) where state <> 'failed';
create index outside_call_due on outside_call (look_at) where settled_at is null;

do $$
declare
  executor text := format('qm_%s_executor', current_setting('qm.domain'));
begin
  alter table outside_call enable row level security;
  -- The reconciler looks over all tenants; each call is settled in its own tenant's transaction.
  create policy own_tenant on outside_call using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
  execute format('grant select, insert (grant_id, tenant, effect_key, key, system, tool, grant_body, description, entities, owner, lease_until, look_at),
    update (state, expected_version, owner, lease_until, sends, sent_at, looks, look_at, result, detail, settled_at) on outside_call to %I', executor);
end $$;

-- Gives a grant whose outcome was open its outcome, once, and makes this transaction the one that may write its rows.
create function settle_grant(p_grant text, p_outcome text) returns boolean language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if p_outcome not in ('succeeded', 'replayed', 'stale', 'refused', 'failed') then
    raise exception 'a grant is not settled as %', p_outcome using errcode = '22023';
  end if;
  update used_grant g set outcome = p_outcome, xid = pg_current_xact_id()
  where g.grant_id = p_grant and g.tenant = current_setting('qm.tenant', true) and g.outcome = 'unknown'
    and exists (select from outside_call c where c.tenant = g.tenant and c.effect_key = g.effect_key);
  return found;
end $$;
revoke execute on function settle_grant(text, text) from public;
do $$ begin
  execute format('grant execute on function settle_grant(text, text) to %I', format('qm_%s_executor', current_setting('qm.domain')));
end $$;
