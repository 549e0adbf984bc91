-- What users asked to remember, kept across threads: typed values with where they are from and how long they hold.
create table user_facts (
  tenant text not null,
  user_id text not null,
  -- Kind of the fact, for an alias with its word: one fact of each.
  key text not null,
  fact jsonb not null,
  thread_id text not null,
  request_id text not null,
  task_id text not null,
  learned_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant, user_id, key)
);
alter table user_facts enable row level security;
create policy user_facts_own on user_facts using (tenant = current_setting('qm.tenant', true));
grant select, insert, update, delete on user_facts to qm_coordinator;
grant select, delete on user_facts, budget_ledger to qm_coordinator_seed;

-- What the turns were about that no longer fit into what a reader of the thread is given.
alter table threads add column summary text;

-- The thread's record as it was after the step; `state` says what the step did.
alter table thread_checkpoints add column record jsonb;
create index thread_checkpoints_by_request on thread_checkpoints (request_id, id);

create or replace function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
declare t text;
begin
  if not exists (select 1 from tenants where tenant = p_tenant and demo) then
    raise exception 'only a demo tenant can be seeded' using errcode = '42501';
  end if;
  foreach t in array array['users', 'threads', 'messages', 'requests', 'tasks', 'task_results', 'trajectories', 'plans', 'plan_steps',
                           'request_events', 'thread_checkpoints', 'idempotency', 'user_facts', 'budget_ledger'] loop
    execute format('delete from %I where tenant = $1', t) using p_tenant;
  end loop;
  insert into users (tenant, id, roles)
  select p_tenant, u ->> 'id', array(select jsonb_array_elements_text(u -> 'roles')) from jsonb_array_elements(p_world -> 'users') u;
end $$;
