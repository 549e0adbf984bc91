-- The request's ledger of model work. A row holds what was leased until `settled` replaces it by what was used, so the sum of
-- all rows is what is spent: a lease that nobody settles counts in full.
create table budget_ledger (
  tenant text not null,
  request_id text not null,
  -- A task, or one attempt at reading the intent.
  holder text not null,
  steps int not null,
  tokens int not null,
  cost_micros bigint not null,
  wall_ms int not null,
  settled boolean not null default false,
  at timestamptz not null default now(),
  primary key (request_id, holder)
);
alter table budget_ledger enable row level security;
create policy budget_ledger_own on budget_ledger using (tenant = current_setting('qm.tenant', true));
grant select, insert, update on budget_ledger to qm_coordinator;
