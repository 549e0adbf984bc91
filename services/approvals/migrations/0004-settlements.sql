-- What a person found out about an effect whose outcome at another system stayed unknown, as approvals signed it; one a grant.
alter table grants add column settlement json;
create index receipts_unknown on receipts (tenant, at) where outcome = 'unknown';
