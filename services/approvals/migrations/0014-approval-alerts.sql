-- When an open item is called to mind, or passed on to the next role: business time, a row for each until it is done.
create table approval_alerts (
  tenant text not null,
  approval_id text not null references approvals (id) on delete cascade,
  kind text not null check (kind in ('warn', 'escalate')),
  due_at timestamptz not null,
  primary key (approval_id, kind)
);
create index approval_alerts_due on approval_alerts (tenant, due_at);
alter table approval_alerts enable row level security;
create policy approval_alerts_tenant on approval_alerts using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
grant select, insert, update, delete on approval_alerts to qm_approvals;

-- Items that are open now are called to mind after three quarters of the time that they still have.
insert into approval_alerts (tenant, approval_id, kind, due_at)
  select tenant, id, 'warn', business_now(tenant) + (decide_by - business_now(tenant)) * 0.75 from approvals
  where state = 'pending' and decide_by > business_now(tenant);
