-- Task store of the agent process: tasks, their journal, and messages that no agent can work on.
-- Bodies are `json`, not `jsonb`: a signed body keeps its text, and an escaped NUL in a user's words is not refused.
create table agent_tasks (
  task_id text primary key,
  tenant text not null,
  thread_id text not null,
  request_id text not null,
  brief_id text not null,
  kind text not null check (kind in ('work', 'actions', 'snapshot')),
  -- Who stands behind the task: a brief of the coordinator, or a user's text over A2A (read tools only).
  origin text not null default 'brief' check (origin in ('brief', 'user')),
  brief json not null,
  -- A2A: caller and messageId make SendMessage idempotent; the hash tells a repeat from a reuse.
  caller text not null default 'coordinator',
  message_id text,
  message_hash text,
  context_id text,
  state text not null default 'queued' check (state in ('queued', 'running', 'done')),
  -- Random per claim; checked by every journal write, heartbeat and finish. The attempt number is for display only.
  owner text,
  instance text,
  lease_until timestamptz,
  attempts int not null default 0,
  cancel_requested boolean not null default false,
  -- Raised with every visible change, for A2A subscribers.
  sequence int not null default 0,
  agent_version text,
  toolset_hash text,
  prompt_hash text,
  status text,
  stop_reason text,
  -- Signed<TaskResult>.
  result json,
  usage json,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index agent_tasks_by_message on agent_tasks (tenant, caller, message_id) where message_id is not null;
create index agent_tasks_by_request on agent_tasks (tenant, request_id, created_at);
create index agent_tasks_by_thread on agent_tasks (tenant, thread_id, created_at);
create index agent_tasks_unfinished on agent_tasks (lease_until) where state <> 'done';

-- One row a model call: everything since the row before. Finished tasks get a last row in the finishing transaction.
create table agent_journal (
  task_id text not null,
  position int not null,
  tenant text not null,
  owner text not null,
  entries json not null,
  at timestamptz not null default now(),
  primary key (task_id, position)
);

create table agent_dead_letters (
  id bigint generated always as identity primary key,
  tenant text not null,
  subject text not null,
  code text not null,
  detail text not null,
  body text not null,
  delivery_count int not null,
  at timestamptz not null default now()
);

do $$
declare
  agent_role text := 'qm_' || current_setting('qm.domain') || '_agent';
  name text;
begin
  foreach name in array array['agent_tasks', 'agent_journal', 'agent_dead_letters'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy %I on %I using (current_setting(''qm.tenant'', true) in (tenant, ''*'')) with check (current_setting(''qm.tenant'', true) in (tenant, ''*''))',
      name || '_tenant', name);
  end loop;
  execute format('grant select, insert, update on agent_tasks to %I', agent_role);
  execute format('grant select, insert on agent_journal to %I', agent_role);
  execute format('grant select, insert on agent_dead_letters to %I', agent_role);
end $$;
