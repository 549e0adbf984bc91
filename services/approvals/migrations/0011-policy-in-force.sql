-- When a document came into force; null while its time has not come. Then the tenant's epoch is raised, once.
alter table policy_documents add column in_force_at timestamptz;
update policy_documents p set in_force_at = loaded_at where valid_from <= business_now(p.tenant);
grant update (in_force_at) on policy_documents to qm_approvals;
create index policy_documents_to_come on policy_documents (tenant, valid_from) where in_force_at is null;
