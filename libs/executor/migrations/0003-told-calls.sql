-- The outside party may speak of an effect before we know that it was made: an answer to our reference says that the request arrived.
-- The intake of world events notes it on the open call, and the reconciler then settles the call instead of asking people.
alter table outside_call
  -- Event by which the party answered.
  add column told_by text;

do $$
declare
  events text := format('qm_%s_events', current_setting('qm.domain'));
begin
  execute format('grant select (grant_id, tenant, effect_key, key, tool, state, entities, created_at, settled_at, told_by), update (told_by, look_at) on outside_call to %I', events);
end $$;
create index outside_call_key on outside_call (tenant, key);
