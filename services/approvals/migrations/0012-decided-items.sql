-- What people decided, or let run out, newest first: whoever looks back does not page through what is open. The other orders of it are
-- read by the indexes over every state.
create index approvals_ended on approvals (tenant, decided_at desc, id desc) where state in ('approved', 'rejected', 'expired');
