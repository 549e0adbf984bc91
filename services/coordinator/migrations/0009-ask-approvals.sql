-- Approvals is asked again about plans that are not at their end: a lost bus store takes its states and the receipts along.
alter table plans
  add column ask_at timestamptz,
  add column asked_at timestamptz not null default now(),
  add column asks int not null default 0;
update plans p set ask_at = now() from requests r where r.id = p.request_id and r.revision = p.revision and r.phase <> 'done';
alter table plans alter column ask_at set default now() + interval '30 seconds';
create index plans_to_ask on plans (ask_at) where ask_at is not null;
create index plans_by_asking on plans (asked_at) where ask_at is not null;
create index plans_unanswered on plans (sent_at) where state = 'submitted';
