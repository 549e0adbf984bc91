-- What customs says: an accepted amendment changes what was asked for, nothing else; states move as the state machine allows.

grant update (consignee, country_of_destination, incoterm, office_of_exit) on declarations to qm_export_events;
grant update (quantity, base_quantity, net_kg, statistical_value_eur, cn8, version) on declaration_lines to qm_export_events;
create index declaration_messages_open on declaration_messages (tenant, declaration, kind) where state not in ('accepted', 'rejected');

select protect_states('declarations', 'state', array[
  'draft>lodged', 'lodged>accepted', 'lodged>rejected', 'accepted>under_control', 'accepted>released', 'under_control>released',
  'under_control>not_released', 'released>arrived_at_exit', 'arrived_at_exit>exited',
  -- Exit without a notice of the office of exit: proven by other evidence, or a regime that knows no release.
  'released>exited', 'accepted>exited',
  'accepted>amendment_pending', 'amendment_pending>accepted',
  'accepted>invalidation_pending', 'released>invalidation_pending', 'arrived_at_exit>invalidation_pending',
  'invalidation_pending>accepted', 'invalidation_pending>released', 'invalidation_pending>arrived_at_exit', 'invalidation_pending>invalidated',
  -- 150 days without proof of exit.
  'released>invalidated']);
select protect_states('declaration_messages', 'state', array['intent>sent', 'intent>accepted', 'intent>rejected', 'sent>accepted', 'sent>rejected']);
