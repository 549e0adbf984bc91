-- What the world reports of shipments; states move as the state machine allows, backwards only by a declared error.

-- Damage, loss, refusal: orthogonal to the state.
alter table shipments add column exception text check (exception in ('damage', 'loss', 'refused', 'booking_rejected', 'other'));
grant update (exception) on shipments to qm_transit_events;

select protect_states('shipments', 'state', array[
  'draft>booked', 'booked>picking', 'picking>packed', 'packed>picking', 'packed>loaded', 'loaded>departed', 'departed>arrived', 'arrived>delivered',
  'draft>cancelled', 'booked>cancelled', 'picking>cancelled', 'packed>cancelled', 'loaded>cancelled',
  'picking>booked', 'loaded>packed', 'departed>loaded', 'arrived>departed', 'delivered>arrived']);
select protect_states('holds', 'state', array['active>released']);
select protect_states('booking_attempts', 'state', array[
  'intent>sent', 'intent>confirmed', 'intent>failed', 'intent>unknown', 'sent>confirmed', 'sent>failed', 'sent>unknown', 'unknown>sent',
  'unknown>confirmed', 'unknown>failed', 'confirmed>failed']);

-- Papers that go with a shipment, as people named them.
create table documents (
  tenant text not null, id text not null, kind text not null, ref text not null, shipment text not null, name text not null,
  text text not null default '', version int not null default 1, primary key (tenant, id)
);
create index documents_by_shipment on documents (tenant, shipment);
select protect_table('documents');

alter function seed_world(text, jsonb) rename to seed_transport_world;
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
begin
  perform seed_transport_world(p_tenant, p_world);
  delete from documents where tenant = p_tenant;
  insert into documents (tenant, id, kind, ref, shipment, name, text)
  select p_tenant, d ->> 'id', d ->> 'kind', d ->> 'ref', d ->> 'shipment_id', d ->> 'name', coalesce(d ->> 'text', '')
  from jsonb_array_elements(coalesce(p_world -> 'documents', '[]')) d where d ->> 'shipment_id' is not null;
end $$;
