-- Requests to customs about lodged declarations, decisions on screenings, and the one thing an agent may write: that it screened.

alter table declaration_messages add column payload jsonb;
-- State to go back to when the authority says no.
alter table declaration_messages add column prior_state text;

grant update (exit_status) on declarations to qm_export_executor;
grant update (state, decided_by, expires_at, list_version, version) on screenings to qm_export_executor;
grant update (screening, screening_hit, screening_score, list_version, screened_at, version) on parties to qm_export_executor;

-- Who was screened against which list with what result; one row a name and list.
create table screening_audit (
  tenant text not null,
  id text not null,
  party text,
  -- Hash of the folded name: the same name again is the same row.
  name_key text not null,
  list_version text,
  status text not null check (status in ('clear', 'review', 'confirmed')),
  score numeric not null,
  hits text[] not null default '{}',
  task text not null,
  at timestamptz not null,
  primary key (tenant, id)
);
alter table screening_audit enable row level security;
create policy own_tenant on screening_audit using (tenant = current_setting('qm.tenant', true)) with check (tenant = current_setting('qm.tenant', true));
grant select, insert on screening_audit to qm_export_agent;
grant select, delete on screening_audit to qm_export_seed;
grant select on screening_audit to qm_export_executor;

alter function seed_world(text, jsonb) rename to seed_export_world;
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
begin
  perform seed_export_world(p_tenant, p_world);
  delete from screening_audit where tenant = p_tenant;
end $$;
