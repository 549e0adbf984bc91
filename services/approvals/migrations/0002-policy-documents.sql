-- Tenants' own policy documents: kept for good, the newest one that is valid is in force.
alter table policy_documents add column loaded_at timestamptz not null default now();
create index policy_documents_in_force on policy_documents (tenant, valid_from desc, loaded_at desc);
grant insert on policy_documents to qm_approvals;
grant select, delete on policy_documents to qm_approvals_seed;

-- A fresh demo world starts with the shipped policy; that a document was loaded stays in the ledger.
create function clear_policy_documents() returns trigger language plpgsql as $$
begin
  delete from policy_documents where tenant = old.tenant;
  return old;
end $$;
create trigger approval_policy_clears_documents after delete on approval_policy for each row execute function clear_policy_documents();

-- The order in which plans were taken in, per person under one lock: whose day's sum counts whom. A time of arrival would let two
-- plans at once miss each other.
alter table plan_heads add column accepted_seq bigint not null default 0;
create sequence plan_acceptances;
grant usage on sequence plan_acceptances to qm_approvals;
