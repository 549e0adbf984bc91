-- Who waits for whom: after people or their roles changed, the open items of the tenant are looked at again, page by page.
create table people_reviews (
  tenant text primary key,
  asked_at timestamptz not null default clock_timestamp(),
  -- Last item of the page that was looked at.
  after_id text not null default ''
);
alter table people_reviews enable row level security;
create policy people_reviews_tenant on people_reviews using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
grant select, insert, update, delete on people_reviews to qm_approvals, qm_approvals_seed;

create function ask_for_people_review() returns trigger language plpgsql as $$
begin
  insert into people_reviews (tenant) values (new.tenant)
    on conflict (tenant) do update set asked_at = clock_timestamp(), after_id = '';
  return null;
end $$;
create trigger users_new after insert on users for each row execute function ask_for_people_review();
create trigger users_changed after update on users for each row
  when (old.roles is distinct from new.roles or old.active is distinct from new.active) execute function ask_for_people_review();

-- What the time before this left behind.
insert into people_reviews (tenant) select distinct tenant from users;
