-- A finding of a person is sent again while its receipt is missing: how often it was sent, and when last.
alter table grants
  add column settlement_sends int not null default 0,
  add column settlement_sent_at timestamptz;
