-- A grant whose receipt is not the last word (an outcome that is unknown, or that an outside party still owes) is asked about again:
-- the bus may have lost the receipt that says more.
alter table grants
  add column ask_at timestamptz,
  add column asks int not null default 0;
update grants g set ask_at = now() from receipts r where r.grant_id = g.id and g.state = 'receipted' and r.at > now() - interval '30 days'
  and (r.outcome = 'unknown' or r.body -> 'body' ->> 'externalOutcome' = 'pending')
  and not exists (select from receipts n where n.grant_id = r.grant_id and n.version > r.version);
create index grants_to_ask on grants (ask_at) where ask_at is not null;
