-- Answers of calls under an Idempotency-Key are kept for 24 hours; the sweeper finds and deletes older ones of every tenant.
create index idempotency_by_age on idempotency (at);
create policy idempotency_sweep on idempotency for select to qm_coordinator using (current_setting('qm.tenant', true) = '*');
create policy idempotency_forget on idempotency for delete to qm_coordinator using (current_setting('qm.tenant', true) = '*');
