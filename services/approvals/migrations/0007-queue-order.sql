-- Pages of a queue of 100,000 items: one ascending order for each way of sorting, so that a page begins where the last one ended.
-- A column and no expression: under row level security an index takes only comparisons that leak nothing, and negation is none of them.
alter table approvals add column risk_order int generated always as (-risk) stored;
drop index approvals_by_risk;
create index approvals_by_risk on approvals (tenant, state, risk_order, decide_by, id);
-- Of every state, for whoever looks back.
create index approvals_all_by_risk on approvals (tenant, risk_order, decide_by, id);
create index approvals_all_by_expiry on approvals (tenant, decide_by, id);
create index approvals_all_by_age on approvals (tenant, created_at, id);
-- The few that somebody looks at, and the few that read untrusted text.
create index approvals_claimed on approvals (tenant, claimed_by, state) where claimed_by is not null;
create index approvals_tainted on approvals (tenant, state, risk_order, decide_by, id) where tainted;

-- Goods and places of an item, one row each: for the same reason an index over the arrays would never be read.
create table approval_terms (
  tenant text not null,
  term text not null,
  approval_id text not null references approvals (id) on delete cascade,
  primary key (tenant, term, approval_id)
);
create index approval_terms_by_item on approval_terms (approval_id);
alter table approval_terms enable row level security;
create policy approval_terms_tenant on approval_terms using (current_setting('qm.tenant', true) in (tenant, '*')) with check (tenant = current_setting('qm.tenant', true));
grant select, insert, delete on approval_terms to qm_approvals;
grant select, delete on approval_terms to qm_approvals_seed;

insert into approval_terms (tenant, term, approval_id)
  select distinct a.tenant, t.term, a.id from approvals a
  cross join lateral (select 'sku:' || s from unnest(a.skus) s union select 'at:' || l from unnest(a.locations) l) as t(term);

create function keep_approval_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from approval_terms where approval_id = new.id;
  end if;
  insert into approval_terms (tenant, term, approval_id)
    select new.tenant, t.term, new.id from (select 'sku:' || s from unnest(new.skus) s union select 'at:' || l from unnest(new.locations) l) as t(term);
  return null;
end $$;
create trigger approvals_new_terms after insert on approvals for each row execute function keep_approval_terms();
create trigger approvals_other_terms after update on approvals for each row
  when (old.skus is distinct from new.skus or old.locations is distinct from new.locations) execute function keep_approval_terms();
