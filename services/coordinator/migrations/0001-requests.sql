-- The coordinator's own records: conversations, requests, tasks of agents, plans and their steps, the live feed.

-- Demo directory; outside demo mode identity comes from the token alone.
create table users (
  tenant text not null,
  id text not null,
  roles text[] not null,
  primary key (tenant, id)
);

create table threads (
  tenant text not null,
  id text primary key,
  created_by text not null,
  language text,
  -- Typed facts of the conversation (a default place, the last entities); never trimmed.
  fields jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index threads_by_tenant on threads (tenant, id);

create table messages (
  tenant text not null,
  id text primary key,
  seq bigint generated always as identity,
  thread_id text not null,
  request_id text not null,
  role text not null check (role in ('user', 'assistant')),
  text text not null,
  at timestamptz not null default now()
);
create index messages_by_thread on messages (thread_id, seq);
create unique index messages_once on messages (request_id, role);

create table requests (
  tenant text not null,
  id text primary key,
  thread_id text not null,
  requester text not null,
  requester_roles text[] not null,
  text text,
  actions jsonb,
  mode text not null default 'execute' check (mode in ('execute', 'dry_run', 'exact')),
  acknowledge text[] not null default '{}',
  again boolean not null default false,
  language text,
  status text not null default 'received',
  -- Where the orchestration stands: which handler `advance` calls next.
  phase text not null default 'intent' check (phase in ('intent', 'tasks', 'merge', 'plan', 'input', 'done')),
  -- Raised by every automatic re-plan; results of older rounds are history.
  round int not null default 0,
  wave int not null default -1,
  -- Waves of this round: arrays of { agent, kind, calls, selectors, planned, facts }.
  schedule jsonb not null default '[]',
  pending_results int not null default 0,
  plan_id text,
  revision int not null default 0,
  intent jsonb,
  goal text,
  relation text,
  request_token jsonb,
  waiting_for text,
  attention boolean not null default false,
  open_issues jsonb not null default '[]',
  superseded_by text,
  answers text,
  -- Requests whose items were paused while this turn is read.
  paused text[] not null default '{}',
  supersedes text[] not null default '{}',
  cancel_requested boolean not null default false,
  cancelled_by text,
  answer text,
  answer_facts jsonb not null default '[]',
  questions jsonb not null default '[]',
  refusal jsonb,
  conflicts jsonb not null default '[]',
  intent_usage jsonb,
  last_event bigint not null default 0,
  -- Raised by whoever adds news; the holder of the lease loops until it has seen the latest.
  wake bigint not null default 0,
  owner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index requests_by_tenant on requests (tenant, created_at desc, id desc);
create index requests_by_thread on requests (thread_id, created_at);
create index requests_open on requests (updated_at) where phase not in ('done', 'input');

create table tasks (
  tenant text not null,
  id text primary key,
  request_id text not null,
  thread_id text not null,
  agent text not null,
  kind text not null check (kind in ('work', 'actions', 'snapshot')),
  round int not null,
  wave int not null,
  status text not null default 'waiting',
  stop_reason text,
  brief jsonb not null,
  dispatch_no int not null default 1,
  dispatched_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  finished_at timestamptz,
  usage jsonb,
  created_at timestamptz not null default now()
);
create index tasks_by_request on tasks (request_id, round, wave);
create index tasks_open on tasks (dispatched_at) where finished_at is null;

create table task_results (
  tenant text not null,
  task_id text primary key,
  request_id text not null,
  result jsonb not null,
  received_at timestamptz not null default now()
);
create index task_results_by_request on task_results (request_id);

create table trajectories (
  tenant text not null,
  task_id text primary key,
  request_id text not null,
  body jsonb not null,
  fetched_at timestamptz not null default now()
);

create table plans (
  tenant text not null,
  id text not null,
  revision int not null,
  request_id text not null,
  plan jsonb not null,
  plan_hash text not null,
  -- submitted until approvals acknowledges; then what approvals says.
  state text not null default 'submitted',
  refusal jsonb,
  sequence bigint not null default 0,
  sends int not null default 1,
  sent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (id, revision)
);
create index plans_by_request on plans (request_id, revision);

create table plan_steps (
  tenant text not null,
  plan_id text not null,
  revision int not null,
  step_id text not null,
  position int not null,
  request_id text not null,
  thread_id text not null,
  agent text not null,
  tool text not null,
  step jsonb not null,
  meaning_key text not null,
  -- Units of stock records that the step wants: [{ record, quantity }].
  uses jsonb not null default '[]',
  state text not null default 'proposed',
  code text,
  reason text,
  approval jsonb,
  preview jsonb,
  grant_id text,
  decided_by jsonb not null default '[]',
  receipt jsonb,
  receipt_version int not null default 0,
  execute_sends int not null default 0,
  execute_sent_at timestamptz,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (plan_id, revision, step_id)
);
create index plan_steps_by_request on plan_steps (request_id, revision, position);
create index plan_steps_by_meaning on plan_steps (tenant, meaning_key, created_at);

create table request_events (
  tenant text not null,
  request_id text not null,
  id bigint not null,
  event_id text not null,
  name text not null,
  data jsonb not null,
  at timestamptz not null default now(),
  primary key (request_id, id)
);
create unique index request_events_once on request_events (request_id, event_id);

create table thread_checkpoints (
  tenant text not null,
  thread_id text not null,
  id bigint generated always as identity,
  request_id text not null,
  step text not null,
  state jsonb not null,
  at timestamptz not null default now(),
  primary key (thread_id, id)
);

create table idempotency (
  tenant text not null,
  user_id text not null,
  key text not null,
  body_hash text not null,
  status int not null,
  response jsonb not null,
  at timestamptz not null default now(),
  primary key (tenant, user_id, key)
);

-- Which agents exist is a fact of the deployment, not of a tenant.
create table agent_instances (
  agent text not null,
  instance text not null,
  state text not null,
  inflight int not null,
  card_digest text not null,
  url text not null,
  last_seen timestamptz not null default now(),
  primary key (agent, instance)
);
create table agent_cards (
  agent text not null,
  digest text not null,
  tools jsonb not null default '[]',
  card jsonb,
  fetched_at timestamptz not null default now(),
  primary key (agent, digest)
);
grant select, insert, update, delete on agent_instances, agent_cards to qm_coordinator;

do $$
declare t text;
begin
  foreach t in array array['users', 'threads', 'messages', 'requests', 'tasks', 'task_results', 'trajectories', 'plans', 'plan_steps',
                           'request_events', 'thread_checkpoints', 'idempotency'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy %I on %I using (tenant = current_setting('qm.tenant', true))$p$, t || '_own', t);
    execute format('grant delete on %I to qm_coordinator_seed', t);
    execute format('grant select on %I to qm_coordinator_seed', t);
  end loop;
  -- Sweepers and message handlers find a row by its id before they know its tenant.
  foreach t in array array['requests', 'tasks', 'plans', 'plan_steps'] loop
    execute format($p$create policy %I on %I for select to qm_coordinator using (current_setting('qm.tenant', true) = '*')$p$, t || '_sweep', t);
  end loop;
end $$;

grant select on users to qm_coordinator;
grant select, insert, update on threads, requests, tasks, plans, plan_steps, trajectories to qm_coordinator;
grant select, insert on messages, task_results, request_events, thread_checkpoints to qm_coordinator;
grant select, insert, delete on idempotency to qm_coordinator;
grant insert on users to qm_coordinator_seed;
grant insert, update on tenants to qm_coordinator_seed;

-- A fresh demo world for one tenant: the directory of users; what was asked before is gone with the old world.
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
declare t text;
begin
  if not exists (select 1 from tenants where tenant = p_tenant and demo) then
    raise exception 'only a demo tenant can be seeded' using errcode = '42501';
  end if;
  foreach t in array array['users', 'threads', 'messages', 'requests', 'tasks', 'task_results', 'trajectories', 'plans', 'plan_steps',
                           'request_events', 'thread_checkpoints', 'idempotency'] loop
    execute format('delete from %I where tenant = $1', t) using p_tenant;
  end loop;
  insert into users (tenant, id, roles)
  select p_tenant, u ->> 'id', array(select jsonb_array_elements_text(u -> 'roles')) from jsonb_array_elements(p_world -> 'users') u;
end $$;
