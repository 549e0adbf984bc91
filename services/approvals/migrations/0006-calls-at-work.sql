-- A call under an Idempotency-Key is at work while its row has no status; the lease says for how long the row speaks for a process
-- that may have died. Every repeat shares the call's id.
alter table idempotency_keys
  alter column status drop not null,
  add column call_id text not null default '',
  add column owner text,
  add column lease_until timestamptz;
grant update (owner, lease_until, status, answer) on idempotency_keys to qm_approvals;
