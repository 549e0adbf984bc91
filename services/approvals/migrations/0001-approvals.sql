-- Everything that people and policy decide: plans as handed in, steps, queue items, decisions, grants, receipts, and the ledger.
-- Bodies that were hashed or signed are `json`, not `jsonb`: the text stays as written, and escaped control characters survive.

create table users (
  tenant text not null,
  id text not null,
  roles text[] not null,
  active boolean not null default true,
  primary key (tenant, id)
);

-- Thresholds of a tenant; the shipped ones stand where a tenant has no row.
create table approval_policy (
  tenant text primary key,
  thresholds jsonb not null
);

create table policy_documents (
  tenant text not null,
  version text not null,
  valid_from timestamptz not null,
  author text not null,
  document json not null,
  primary key (tenant, version)
);

-- One row a plan: the lock that serialises everything about it, and the sequence of its published states.
create table plan_heads (
  tenant text not null,
  plan_id text primary key,
  request_id text not null,
  thread_id text not null,
  -- Revision that is in force; 0 until the first one was accepted or refused.
  revision int not null default 0,
  sequence int not null default 0,
  paused_until timestamptz,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now()
);
create index plan_heads_by_request on plan_heads (tenant, request_id);
create index plan_heads_by_thread on plan_heads (tenant, thread_id);

create table plans (
  tenant text not null,
  plan_id text not null,
  revision int not null,
  plan_hash text not null,
  request_id text not null,
  requester text not null,
  state text not null check (state in ('received', 'accepted', 'refused', 'superseded', 'withdrawn')),
  refusal json,
  body json not null,
  attempts int not null default 0,
  received_at timestamptz not null default now(),
  primary key (plan_id, revision),
  unique (plan_id, revision, plan_hash)
);
create index plans_received on plans (received_at) where state = 'received';

create table plan_steps (
  tenant text not null,
  plan_id text not null,
  revision int not null,
  step_id text not null,
  position int not null,
  tool text not null,
  requester text not null,
  content_hash text not null,
  body json not null,
  state text not null default 'proposed',
  code text,
  reason text,
  preview json,
  policy json,
  execute_by timestamptz,
  approval_id text,
  grant_id text,
  grants_issued int not null default 0,
  receipt json,
  decided_at timestamptz,
  -- What a day's sum counts (a batch must not slip under a threshold).
  value_eur numeric,
  sku text,
  destination text,
  business_day date,
  created_at timestamptz not null default now(),
  primary key (plan_id, revision, step_id)
);
create index plan_steps_by_day on plan_steps (tenant, requester, business_day, tool, sku);
create index plan_steps_approved on plan_steps (plan_id) where state = 'approved';

create table approvals (
  tenant text not null,
  id text primary key,
  plan_id text not null,
  plan_revision int not null,
  step_id text not null,
  step_position int not null,
  step_count int not null,
  request_id text not null,
  thread_id text not null,
  requester text not null,
  agent text not null,
  tool text not null,
  revision int not null default 1,
  state text not null check (state in ('pending', 'approved', 'rejected', 'expired', 'superseded', 'withdrawn')),
  risk int not null,
  headline text not null,
  summary text not null,
  tainted boolean not null,
  conflict_count int not null,
  card json not null,
  card_hash text not null,
  agent_note text,
  policy json not null,
  slots json not null,
  -- Roles of slots that are still empty, and who filled the others: what "I can decide" is asked with.
  open_roles text[] not null,
  filled_by text[] not null default '{}',
  skus text[] not null default '{}',
  locations text[] not null default '{}',
  search text not null default '',
  decide_by timestamptz not null,
  execute_by timestamptz,
  claimed_by text,
  claimed_at timestamptz,
  delegated_to text,
  paused_until timestamptz,
  carried_over_from int,
  no_eligible_approver text,
  outdated boolean not null default false,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (plan_id, plan_revision, step_id)
);
create index approvals_by_risk on approvals (tenant, state, risk desc, decide_by, id);
create index approvals_by_expiry on approvals (tenant, state, decide_by, id);
create index approvals_by_age on approvals (tenant, state, created_at, id);
create index approvals_by_plan on approvals (plan_id, plan_revision);
create index approvals_open on approvals (decide_by) where state = 'pending';

create table decisions (
  tenant text not null,
  id text primary key,
  approval_id text not null,
  approval_revision int not null,
  by_user text not null,
  role text not null,
  decision text not null check (decision in ('approve', 'reject')),
  reason text,
  reason_code text,
  card_hash text not null,
  -- True when the approver lost the role before the grant was signed.
  void boolean not null default false,
  at timestamptz not null default now()
);
create unique index decisions_one_a_person on decisions (approval_id, by_user, approval_revision) where not void;
create index decisions_by_person on decisions (tenant, by_user, at);

create table grants (
  tenant text not null,
  id text primary key,
  plan_id text not null,
  revision int not null,
  step_id text not null,
  domain text not null,
  state text not null default 'open' check (state in ('open', 'receipted', 'never_seen')),
  body json not null,
  revoke json,
  issued_at timestamptz not null default now(),
  exp timestamptz not null,
  looked_up_at timestamptz
);
create unique index grants_one_open on grants (plan_id, step_id) where state = 'open';
create index grants_expiring on grants (exp) where state = 'open';

create table receipts (
  tenant text not null,
  id text not null,
  version int not null,
  grant_id text not null,
  plan_id text not null,
  step_id text not null,
  outcome text not null,
  body json not null,
  at timestamptz not null default now(),
  primary key (id, version)
);
create index receipts_by_grant on receipts (grant_id);

create table comments (
  tenant text not null,
  id text primary key,
  approval_id text not null,
  by_user text not null,
  text text not null,
  at timestamptz not null default now()
);
create index comments_by_approval on comments (approval_id, at);

-- What the queue stream sends; kept for a day so that a reconnecting reader misses nothing.
create table queue_events (
  id bigint generated always as identity primary key,
  tenant text not null,
  name text not null,
  approval_id text not null,
  revision int not null,
  data json not null,
  at timestamptz not null default now()
);
create index queue_events_by_tenant on queue_events (tenant, id);

create table idempotency_keys (
  tenant text not null,
  user_id text not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer json,
  at timestamptz not null default now(),
  primary key (tenant, user_id, key)
);

create table dead_letters (
  id bigint generated always as identity primary key,
  tenant text not null,
  subject text not null,
  code text not null,
  detail text not null,
  body text not null,
  at timestamptz not null default now()
);

create table epochs (tenant text primary key, epoch int not null default 0);
-- Changes when this database is restored; the coordinator remembers the newest it saw.
create table incarnation (id uuid primary key default gen_random_uuid(), since timestamptz not null default now());
insert into incarnation default values;

-- The ledger: entries are written unchained in the business transaction, the sealer chains them (flow-costs: an inline chain serialises every commit).
create table ledger_entries (
  tenant text not null,
  id text primary key,
  seq bigint generated always as identity,
  kind text not null,
  request_id text not null,
  plan_id text not null,
  step_id text,
  subject text not null,
  actor text not null,
  body json not null,
  body_hash text not null,
  at timestamptz not null default now()
);
create index ledger_entries_by_tenant on ledger_entries (tenant, seq);
create index ledger_entries_by_request on ledger_entries (tenant, request_id, seq);
create table ledger_unsealed (tenant text not null, entry_id text primary key, seq bigint not null);
create index ledger_unsealed_by_tenant on ledger_unsealed (tenant, seq);
create table ledger_seals (
  tenant text not null,
  position bigint not null,
  entry_id text not null unique,
  prev text not null,
  hash text not null,
  sealed_at timestamptz not null default now(),
  primary key (tenant, position)
);
create table ledger_heads (
  tenant text not null,
  position bigint not null,
  head json not null,
  at timestamptz not null default now(),
  primary key (tenant, position)
);

create function queue_for_sealing() returns trigger language plpgsql as $$
begin
  insert into ledger_unsealed (tenant, entry_id, seq) values (new.tenant, new.id, new.seq);
  return null;
end $$;
create trigger ledger_entries_queue after insert on ledger_entries for each row execute function queue_for_sealing();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger takes new rows only' using errcode = '42501';
end $$;
create trigger ledger_entries_insert_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_seals_insert_only before update or delete or truncate on ledger_seals for each statement execute function refuse_change();
create trigger ledger_heads_insert_only before update or delete or truncate on ledger_heads for each statement execute function refuse_change();

do $$
declare t text;
begin
  foreach t in array array['users', 'approval_policy', 'policy_documents', 'plan_heads', 'plans', 'plan_steps', 'approvals', 'decisions', 'grants', 'receipts',
      'comments', 'queue_events', 'idempotency_keys', 'dead_letters', 'epochs', 'ledger_entries', 'ledger_unsealed', 'ledger_seals', 'ledger_heads'] loop
    execute format('alter table %I enable row level security', t);
    -- The sweepers read every tenant ('*') and write within one.
    execute format('create policy %I on %I using (current_setting(''qm.tenant'', true) in (tenant, ''*'')) with check (tenant = current_setting(''qm.tenant'', true))', t || '_tenant', t);
  end loop;
end $$;

grant select, insert, update on users to qm_approvals;
grant select on approval_policy, policy_documents, incarnation, epochs to qm_approvals;
grant select, insert, update on plan_heads, plans, plan_steps, approvals, decisions, grants to qm_approvals;
grant select, insert on receipts, comments, dead_letters, ledger_entries, ledger_seals, ledger_heads to qm_approvals;
grant select, insert, delete on ledger_unsealed, queue_events, idempotency_keys to qm_approvals;

grant select, insert, delete on users, approval_policy to qm_approvals_seed;
grant select, delete on plan_heads, plans, plan_steps, approvals, decisions, grants, receipts, comments, queue_events, idempotency_keys to qm_approvals_seed;
grant insert (tenant, demo, offset_ms), update (demo, offset_ms) on tenants to qm_approvals_seed;

-- Loads a demo world: users and thresholds; open items of the old world go, the ledger stays.
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
begin
  if not exists (select 1 from tenants where tenant = p_tenant and demo) then
    raise exception 'tenant % is not a demo tenant', p_tenant using errcode = '42501';
  end if;
  perform set_config('qm.tenant', p_tenant, true);
  delete from comments where tenant = p_tenant;
  delete from queue_events where tenant = p_tenant;
  delete from idempotency_keys where tenant = p_tenant;
  delete from decisions where tenant = p_tenant;
  delete from approvals where tenant = p_tenant;
  delete from receipts where tenant = p_tenant;
  delete from grants where tenant = p_tenant;
  delete from plan_steps where tenant = p_tenant;
  delete from plans where tenant = p_tenant;
  delete from plan_heads where tenant = p_tenant;
  delete from users where tenant = p_tenant;
  delete from approval_policy where tenant = p_tenant;
  insert into users (tenant, id, roles)
    select p_tenant, u ->> 'id', array(select jsonb_array_elements_text(u -> 'roles')) from jsonb_array_elements(p_world -> 'users') as u;
  insert into approval_policy (tenant, thresholds) values (p_tenant, coalesce(p_world -> 'approval_policy', '{}'::jsonb));
end $$;
