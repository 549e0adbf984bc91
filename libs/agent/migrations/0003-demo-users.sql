-- Users of demo tenants, so that an agent's own port knows a demo token of nobody. Outside demo mode tokens prove themselves.
create table demo_users (
  tenant text not null,
  id text not null,
  roles text[] not null,
  primary key (tenant, id)
);
alter table demo_users enable row level security;
create policy demo_users_tenant on demo_users using (tenant = current_setting('qm.tenant', true)) with check (tenant = current_setting('qm.tenant', true));

-- Writes the users of a demo world, in place of those before; part of the world's own transaction.
create function seed_demo_users(p_tenant text, p_world jsonb) returns void language plpgsql as $$
begin
  if not exists (select from tenants where tenant = p_tenant and demo) then
    raise exception 'only a demo tenant can be seeded' using errcode = '42501';
  end if;
  delete from demo_users where tenant = p_tenant;
  insert into demo_users (tenant, id, roles)
    select p_tenant, u ->> 'id', array(select jsonb_array_elements_text(u -> 'roles')) from jsonb_array_elements(p_world -> 'users') u;
end $$;

do $$
declare
  domain text := current_setting('qm.domain');
begin
  execute format('grant select on demo_users to %I', 'qm_' || domain || '_agent');
  execute format('grant select, insert, delete on demo_users to %I', 'qm_' || domain || '_seed');
end $$;
