-- A serial number whose arrival was declared an error has never been here: it may arrive by a corrected receipt. One that left has.
alter table serials add column withdrawn_by text;
grant update (withdrawn_by) on serials to qm_supply_events;
