-- Shared by every database: tenants with their business clock, and the outbox of each login role.
create table tenants (
  tenant text primary key,
  demo boolean not null default false,
  -- Business time = database time + offset. Zero outside demo tenants.
  offset_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  check (demo or offset_ms = 0)
);
insert into tenants (tenant) values ('default') on conflict do nothing;

create function business_now(p_tenant text) returns timestamptz language sql stable as
  $$ select now() + make_interval(secs => coalesce((select offset_ms from tenants where tenant = p_tenant), 0) / 1000.0) $$;

create table outbox (
  id bigint generated always as identity primary key,
  role name not null default current_user,
  tenant text not null,
  subject text not null,
  msg_id text not null,
  body text not null,
  headers jsonb,
  created_at timestamptz not null default now()
);
create index outbox_by_role on outbox (role, id);
alter table outbox enable row level security;
-- A login role sees and sends its own rows only: a relay that picked another role's row would fail on it for ever.
create policy outbox_own on outbox using (role = current_user) with check (role = current_user);
grant select, delete, insert (tenant, subject, msg_id, body, headers), update (headers) on outbox to public;
alter table tenants enable row level security;
create policy tenants_own on tenants using (current_setting('qm.tenant', true) in (tenant, '*')) with check (current_setting('qm.tenant', true) = tenant);
grant select on tenants to public;
