-- Notifications outside of the console: what happened (notes, written with the change itself), whom it concerns (items), and what is
-- sent for them (deliveries, each with a log of its attempts). Nothing is written while a tenant has no channel.

-- How a person wants to be told: language, quiet hours, digest.
create table notification_settings (
  tenant text not null,
  user_id text not null,
  body json not null,
  primary key (tenant, user_id)
);
-- Hosts to which people of a tenant may have their own webhooks.
create table notification_hosts (tenant text not null, host text not null, primary key (tenant, host));

create table notification_channels (
  tenant text not null,
  id text primary key,
  -- Whose it is; null = the company's.
  owner text,
  kind text not null check (kind in ('webhook', 'email')),
  target text not null,
  events text[] not null,
  -- Of webhooks: the key of its signatures, and for a day after a change the one before.
  secret text,
  old_secret text,
  old_secret_until timestamptz,
  -- Of e-mail: the code that proves the address, as a hash.
  confirmed boolean not null,
  code_hash text,
  code_sent_at timestamptz,
  code_tries int not null default 0,
  -- Why nothing is sent any more; null = it is.
  stopped text,
  failures int not null default 0,
  dropped int not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  check (owner is not null or kind = 'webhook')
);
create unique index notification_channels_of_person on notification_channels (tenant, owner, kind) where owner is not null;
create index notification_channels_of_tenant on notification_channels (tenant, created_at, id);

create table notification_notes (
  tenant text not null,
  id text primary key,
  seq bigint generated always as identity,
  kind text not null,
  approval_id text not null,
  -- The same happening has the same key, so that it is told once.
  key text not null,
  body json not null,
  at timestamptz not null default now(),
  spread_at timestamptz,
  unique (tenant, key)
);
create index notification_notes_new on notification_notes (tenant, seq) where spread_at is null;
create index notification_notes_by_time on notification_notes (at);

create table notification_items (
  tenant text not null,
  channel_id text not null references notification_channels (id) on delete cascade,
  note_id text not null references notification_notes (id) on delete cascade,
  due_at timestamptz not null,
  done boolean not null default false,
  primary key (channel_id, note_id)
);
create index notification_items_due on notification_items (tenant, due_at) where not done;
create index notification_items_waiting on notification_items (channel_id, due_at) where not done;
create index notification_items_by_note on notification_items (note_id);

create table notification_deliveries (
  tenant text not null,
  id text primary key,
  channel_id text not null references notification_channels (id) on delete cascade,
  -- Id of the message, the same in every attempt.
  message_id text not null,
  type text not null,
  -- The text that is signed; empty once a code was sent.
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index notification_deliveries_due on notification_deliveries (tenant, next_at) where state = 'waiting';
create index notification_deliveries_waiting on notification_deliveries (channel_id, id) where state = 'waiting';
create index notification_deliveries_of_channel on notification_deliveries (channel_id, id desc);
create index notification_deliveries_of_tenant on notification_deliveries (tenant, id desc);
create index notification_deliveries_ended on notification_deliveries (ended_at) where ended_at is not null;

create table notification_attempts (
  tenant text not null,
  delivery_id text not null references notification_deliveries (id) on delete cascade,
  number int not null,
  at timestamptz not null default now(),
  ok boolean not null,
  -- Status of the answer, or the code of why there was none.
  outcome text not null,
  millis int not null,
  primary key (delivery_id, number)
);

do $$
declare t text;
begin
  foreach t in array array['notification_settings', 'notification_hosts', 'notification_channels', 'notification_notes', 'notification_items',
      'notification_deliveries', 'notification_attempts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy %I on %I using (current_setting(''qm.tenant'', true) in (tenant, ''*'')) with check (tenant = current_setting(''qm.tenant'', true))', t || '_tenant', t);
    execute format('grant select, insert, update, delete on %I to qm_approvals', t);
    execute format('grant select (tenant), delete on %I to qm_approvals_seed', t);
  end loop;
end $$;

-- A fresh demo world tells nobody of the old one.
create function clear_notifications() returns trigger language plpgsql as $$
begin
  delete from notification_channels where tenant = old.tenant;
  delete from notification_notes where tenant = old.tenant;
  delete from notification_settings where tenant = old.tenant;
  delete from notification_hosts where tenant = old.tenant;
  return old;
end $$;
create trigger approval_policy_clears_notifications after delete on approval_policy for each row execute function clear_notifications();
