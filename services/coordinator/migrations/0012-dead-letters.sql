-- Messages that the coordinator can never act on, and what the bus itself says about messages that nobody took or somebody ended.
-- Kept for people to read; nothing is replayed from here.
create table dead_letters (
  id bigint generated always as identity primary key,
  -- As the subject says, '*' where it names none: nothing of such a message is trusted.
  tenant text not null,
  stream text not null,
  sequence bigint not null,
  subject text not null,
  code text not null,
  detail text not null,
  body text not null,
  delivery_count int not null,
  at timestamptz not null default now()
);
create index dead_letters_by_tenant on dead_letters (tenant, id);
alter table dead_letters enable row level security;
create policy dead_letters_own on dead_letters
  using (current_setting('qm.tenant', true) in (tenant, '*')) with check (current_setting('qm.tenant', true) in (tenant, '*'));
grant select, insert on dead_letters to qm_coordinator;
