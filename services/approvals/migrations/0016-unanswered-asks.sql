-- Plans about which an executor gave no answer that can be used: since when, how many answers were no answers, and when it is asked again.
-- A row goes when the plan moves on.
create table unanswered_asks (
  tenant text not null,
  plan_id text primary key references plan_heads (plan_id) on delete cascade,
  invalid int not null,
  since timestamptz not null default now(),
  ask_at timestamptz not null default now()
);
alter table unanswered_asks enable row level security;
create policy unanswered_asks_tenant on unanswered_asks using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
grant select, insert, update, delete on unanswered_asks to qm_approvals;

-- How often an executor was asked what became of a grant without a receipt.
alter table grants add column look_ups int not null default 0;
