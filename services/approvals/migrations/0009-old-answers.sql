-- Answers of calls under an Idempotency-Key are kept for 24 hours; this finds those that are older.
create index idempotency_keys_by_age on idempotency_keys (at);
