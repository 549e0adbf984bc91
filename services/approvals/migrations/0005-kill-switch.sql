-- Stopping and resuming all execution of a tenant: one admin asks, another confirms. The newest confirmed row says which of both holds.
create table kill_switch (
  tenant text not null,
  id text primary key,
  action text not null check (action in ('stop', 'resume')),
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  state text not null default 'open' check (state in ('open', 'confirmed', 'lapsed')),
  confirmed_by text,
  confirmed_at timestamptz,
  -- Epoch that the confirmation made: grants of older ones are void.
  epoch int,
  check (confirmed_by is distinct from asked_by)
);
create unique index kill_switch_one_open on kill_switch (tenant) where state = 'open';
create index kill_switch_newest on kill_switch (tenant, confirmed_at desc) where state = 'confirmed';
alter table kill_switch enable row level security;
create policy kill_switch_tenant on kill_switch using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
grant select, insert, update on kill_switch to qm_approvals;
grant select, delete on kill_switch to qm_approvals_seed;

alter table epochs add column issued_at timestamptz not null default now();
grant insert, update on epochs to qm_approvals;

-- True while nothing may be granted.
create function execution_stopped(p_tenant text) returns boolean language sql stable as $$
  select coalesce((select action = 'stop' from kill_switch where tenant = p_tenant and state = 'confirmed' order by confirmed_at desc limit 1), false)
$$;

-- A fresh demo world runs. Its epoch stays: executors remember it.
create function clear_kill_switch() returns trigger language plpgsql as $$
begin
  delete from kill_switch where tenant = old.tenant;
  return old;
end $$;
create trigger approval_policy_clears_kill_switch after delete on approval_policy for each row execute function clear_kill_switch();
