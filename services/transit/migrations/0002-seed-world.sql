-- Loads a demo tenant's transport world from the world's JSON form; rights of the caller (the seed role), demo tenants only.

create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
declare
  name text;
begin
  perform begin_seed(p_tenant);
  foreach name in array array['skus', 'locations', 'carriers', 'services', 'shipments', 'shipment_lines', 'legs', 'holds', 'booking_attempts',
      'events', 'carrier_messages', 'webhooks'] loop
    execute format('delete from %I where tenant = $1', name) using p_tenant;
  end loop;

  insert into skus (tenant, id, name, base_uom, uom_conversions, unit_value_eur, net_kg_per_base, dg_un, dg_class, dual_use, temperature, note)
  select p_tenant, s ->> 'sku', s ->> 'name', s ->> 'base_uom', coalesce(s -> 'uom_conversions', '{}'), (s ->> 'unit_value_eur')::numeric,
    (s ->> 'net_kg_per_base')::numeric, s #>> '{dg,un}', s #>> '{dg,cls}', s #>> '{dual_use,eu_annex_i}', s ->> 'temperature', coalesce(s ->> 'note', '')
  from jsonb_array_elements(p_world -> 'skus') s;

  insert into locations (tenant, id, name, unlocode, country, customs_territory, dg_classes, aliases, cold, state, note)
  select p_tenant, l ->> 'id', l ->> 'name', l ->> 'unlocode', l ->> 'country', l ->> 'customs_territory',
    array(select jsonb_array_elements_text(l -> 'dg_classes_allowed')), array(select jsonb_array_elements_text(l -> 'aliases')),
    coalesce((l ->> 'cold_storage')::boolean, false), coalesce(l ->> 'state', 'open'), coalesce(l ->> 'note', '')
  from jsonb_array_elements(p_world -> 'locations') l;

  insert into carriers (tenant, id, name, mode, dg_classes, un_forbidden, cutoff_hours, max_kg, message)
  select p_tenant, c ->> 'id', c ->> 'name', c ->> 'mode', array(select jsonb_array_elements_text(c -> 'dg_classes')),
    array(select jsonb_array_elements_text(c -> 'un_forbidden')), coalesce(c -> 'cutoff_hours', '{}'), (c ->> 'max_kg')::numeric, coalesce(c ->> 'message', '')
  from jsonb_array_elements(p_world -> 'carriers') c;

  insert into services (tenant, id, carrier, from_unlocode, to_unlocode, etd, eta, cutoff_docs, cutoff_cargo, cutoff_dg, temperature_controlled, capacity_kg)
  select p_tenant, s ->> 'id', s ->> 'carrier', s ->> 'from_unlocode', s ->> 'to_unlocode', (s ->> 'etd')::timestamptz, (s ->> 'eta')::timestamptz,
    (s #>> '{cutoffs,docs}')::timestamptz, (s #>> '{cutoffs,cargo}')::timestamptz, (s #>> '{cutoffs,dg}')::timestamptz,
    coalesce((s ->> 'temperature_controlled')::boolean, false), (s ->> 'capacity_kg')::numeric
  from jsonb_array_elements(p_world -> 'services') s;

  insert into shipments (tenant, id, kind, state, origin, destination, origin_unlocode, destination_unlocode, origin_territory, destination_territory,
    consignee, supplier, incoterm, promised_delivery, transfer_ref, demand_ref, purchase_order, declaration_id, dangerous_goods, goods_issue_posted,
    temperature, container, original_eta, delay_reason, proof_of_delivery, note, version)
  select p_tenant, s ->> 'id', s ->> 'kind', s ->> 'state', s ->> 'origin', s ->> 'destination',
    coalesce(o.unlocode, s ->> 'origin'), coalesce(d.unlocode, s ->> 'destination'),
    coalesce(o.customs_territory, territory_of(left(s ->> 'origin', 2))), coalesce(d.customs_territory, territory_of(left(s ->> 'destination', 2))),
    s ->> 'consignee', s ->> 'supplier', s ->> 'incoterm', (s ->> 'promised_delivery')::date, s ->> 'transfer_ref', s ->> 'demand_ref',
    s ->> 'purchase_order', s ->> 'declaration_id', coalesce((s ->> 'dangerous_goods')::boolean, false), coalesce((s ->> 'goods_issue_posted')::boolean, false),
    s ->> 'temperature', s ->> 'container', (s ->> 'original_eta')::timestamptz, coalesce(s ->> 'delay_reason', ''), s ->> 'proof_of_delivery',
    coalesce(s ->> 'note', ''), coalesce((s ->> 'version')::int, 1)
  from jsonb_array_elements(p_world -> 'shipments') s
  left join locations o on o.tenant = p_tenant and o.id = s ->> 'origin'
  left join locations d on d.tenant = p_tenant and d.id = s ->> 'destination';

  insert into shipment_lines (tenant, id, shipment, line, sku, lot, quantity, uom, base_quantity, base_uom)
  select p_tenant, format('%s/%s', s ->> 'id', l ->> 'line'), s ->> 'id', (l ->> 'line')::int, l ->> 'sku', l ->> 'lot', (l ->> 'qty')::numeric, l ->> 'uom',
    (l ->> 'qty')::numeric * case when l ->> 'uom' = k.base_uom then 1 else (k.uom_conversions ->> (l ->> 'uom'))::numeric end, k.base_uom
  from jsonb_array_elements(p_world -> 'shipments') s
  cross join jsonb_array_elements(s -> 'lines') l
  join skus k on k.tenant = p_tenant and k.id = l ->> 'sku';

  -- A leg belongs to the service with the same carrier, route and departure.
  insert into legs (tenant, id, shipment, seq, mode, carrier, service_id, from_unlocode, to_unlocode, etd, eta, atd, ata, cutoff_docs, cutoff_cargo, cutoff_dg, note)
  select p_tenant, format('%s/leg-%s', s ->> 'id', g ->> 'seq'), s ->> 'id', (g ->> 'seq')::int, g ->> 'mode', g ->> 'carrier', v.id,
    g ->> 'from_unlocode', g ->> 'to_unlocode', (g ->> 'etd')::timestamptz, (g ->> 'eta')::timestamptz, (g ->> 'atd')::timestamptz, (g ->> 'ata')::timestamptz,
    (g #>> '{cutoffs,docs}')::timestamptz, (g #>> '{cutoffs,cargo}')::timestamptz, (g #>> '{cutoffs,dg}')::timestamptz, coalesce(g ->> 'note', '')
  from jsonb_array_elements(p_world -> 'shipments') s
  cross join jsonb_array_elements(s -> 'legs') g
  left join services v on v.tenant = p_tenant and v.carrier = g ->> 'carrier' and v.from_unlocode = g ->> 'from_unlocode'
    and v.to_unlocode = g ->> 'to_unlocode' and v.etd = (g ->> 'etd')::timestamptz;

  insert into holds (tenant, id, shipment, scope, type, state, reason, placed_at, placed_by)
  select p_tenant, h ->> 'id', s ->> 'id', case when s ->> 'state' in ('departed', 'arrived') then 'delivery' else 'shipment' end,
    h ->> 'type', h ->> 'state', coalesce(h ->> 'reason', ''), (h ->> 'placed_at')::timestamptz, h ->> 'placed_by'
  from jsonb_array_elements(p_world -> 'shipments') s
  cross join jsonb_array_elements(s -> 'holds') h;

  insert into carrier_messages (tenant, id, carrier, shipment, received_at, message)
  select p_tenant, m ->> 'id', m ->> 'carrier', m ->> 'shipment_id', (m ->> 'received_at')::timestamptz, m ->> 'message'
  from jsonb_array_elements(p_world -> 'carrier_messages') m;

  insert into webhooks (tenant, id, carrier, url, state)
  select p_tenant, w ->> 'id', w ->> 'carrier', w ->> 'url', w ->> 'state' from jsonb_array_elements(p_world -> 'webhooks') w;
end $$;

-- Customs territory of a country: one for the whole union, else the country itself.
create function territory_of(p_country text) returns text language sql immutable as $$
  select case when p_country = any (string_to_array('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', ' ')) then 'EU' else p_country end
$$;
