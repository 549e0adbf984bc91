-- Loads a demo tenant's export world from the world's JSON form; rights of the caller (the seed role), demo tenants only.

create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
declare
  name text;
begin
  perform begin_seed(p_tenant);
  foreach name in array array['skus', 'locations', 'parties', 'denied_parties', 'country_policy', 'screenings', 'licences', 'classification',
      'declarations', 'declaration_lines', 'declaration_messages', 'documents'] loop
    execute format('delete from %I where tenant = $1', name) using p_tenant;
  end loop;

  insert into skus (tenant, id, name, base_uom, uom_conversions, unit_value_eur, net_kg_per_base, hs6, cn8, origin, dg_un, dg_class, dg_packing_group,
    dg_shipping_name, dual_use, eccn, restrictions, note)
  select p_tenant, s ->> 'sku', s ->> 'name', s ->> 'base_uom', coalesce(s -> 'uom_conversions', '{}'), (s ->> 'unit_value_eur')::numeric,
    (s ->> 'net_kg_per_base')::numeric, s ->> 'hs6', s ->> 'cn8', s ->> 'origin', s #>> '{dg,un}', s #>> '{dg,cls}', s #>> '{dg,packing_group}',
    s #>> '{dg,proper_shipping_name}', s #>> '{dual_use,eu_annex_i}', s #>> '{dual_use,eccn}',
    array(select jsonb_array_elements_text(coalesce(s -> 'restrictions', '[]'))), coalesce(s ->> 'note', '')
  from jsonb_array_elements(p_world -> 'skus') s;

  insert into locations (tenant, id, name, unlocode, country, customs_territory, aliases, state)
  select p_tenant, l ->> 'id', l ->> 'name', l ->> 'unlocode', l ->> 'country', l ->> 'customs_territory',
    array(select jsonb_array_elements_text(l -> 'aliases')), coalesce(l ->> 'state', 'open')
  from jsonb_array_elements(p_world -> 'locations') l;

  insert into parties (tenant, id, name, country, unlocode, roles, aliases, screening, screening_score, screening_hit, list_version, screened_at, remark)
  select p_tenant, p ->> 'id', p ->> 'name', p ->> 'country', p ->> 'unlocode', array(select jsonb_array_elements_text(p -> 'roles')),
    array(select jsonb_array_elements_text(p -> 'aliases')), coalesce(p #>> '{screening,status}', 'unknown'), (p #>> '{screening,score}')::numeric,
    p #>> '{screening,hit}', p #>> '{screening,list_version}', (p #>> '{screening,screened_at}')::timestamptz, coalesce(p ->> 'remark', '')
  from jsonb_array_elements(p_world -> 'parties') p;

  insert into denied_parties (tenant, id, name, country, aliases, list)
  select p_tenant, d ->> 'id', d ->> 'name', d ->> 'country', array(select jsonb_array_elements_text(d -> 'aliases')), d ->> 'list'
  from jsonb_array_elements(p_world -> 'denied_parties') d;

  insert into country_policy (tenant, id, embargoed, sectors, eu001)
  select p_tenant, c, bool_or(embargo), array(select distinct jsonb_array_elements_text(coalesce(p_world #> array['country_policy', 'sectoral', c], '[]'))), bool_or(eu001)
  from (
    select jsonb_array_elements_text(p_world #> '{country_policy,embargoed}') as c, true as embargo, false as eu001
    union all select jsonb_object_keys(p_world #> '{country_policy,sectoral}'), false, false
    union all select jsonb_array_elements_text(p_world #> '{country_policy,eu001_destinations}'), false, true
  ) named group by c;

  insert into screenings (tenant, id, party, hit, score, list_version, state, opened_at, blocks)
  select p_tenant, s ->> 'id', s ->> 'party_id', s ->> 'hit', (s ->> 'score')::numeric, s ->> 'list_version', s ->> 'state', (s ->> 'opened_at')::timestamptz,
    array(select jsonb_array_elements_text(coalesce(s -> 'blocks', '[]')))
  from jsonb_array_elements(p_world -> 'screenings') s;

  insert into licences (tenant, id, kind, items, destinations, consignee, quantity, used, committed, uom, valid_from, valid_to, state, remark)
  select p_tenant, l ->> 'id', l ->> 'kind', array(select jsonb_array_elements_text(l -> 'items')), array(select jsonb_array_elements_text(l -> 'destinations')),
    l ->> 'consignee', (l ->> 'qty')::numeric, (l ->> 'used')::numeric, (l ->> 'committed')::numeric, l ->> 'uom', (l ->> 'valid_from')::date,
    (l ->> 'valid_to')::date, l ->> 'state', coalesce(l ->> 'remark', '')
  from jsonb_array_elements(p_world -> 'licences') l;

  -- The codes of the master data are what people classified; other regimes classify anew.
  insert into classification (tenant, id, sku, regime, code, classified_by, at)
  select p_tenant, (s ->> 'sku') || '/EU-AES', s ->> 'sku', 'EU-AES', s ->> 'cn8', 'master data', (p_world ->> 'now')::timestamptz
  from jsonb_array_elements(p_world -> 'skus') s;

  insert into declarations (tenant, id, regime, lrn, mrn, itn, state, exporter, consignee, country_of_destination, incoterm, office_of_export, office_of_exit,
    shipment, lodged_at, accepted_at, released_at, arrived_at_exit_at, exit_confirmed_at, exit_enquiry_at, auto_invalidation_at, invalidated_at, exit_status, remark, version)
  select p_tenant, d ->> 'id', d ->> 'regime', d ->> 'lrn', d ->> 'mrn', d ->> 'itn', d ->> 'state', d ->> 'exporter', d ->> 'consignee',
    d ->> 'country_of_destination', d ->> 'incoterm', d ->> 'office_of_export', d ->> 'office_of_exit', d ->> 'shipment_id', (d ->> 'lodged_at')::timestamptz,
    (d ->> 'accepted_at')::timestamptz, (d ->> 'released_at')::timestamptz, (d ->> 'arrived_at_exit_at')::timestamptz, (d ->> 'exit_confirmed_at')::timestamptz,
    (d ->> 'exit_enquiry_at')::timestamptz, (d ->> 'auto_invalidation_at')::timestamptz, (d ->> 'invalidated_at')::timestamptz, d ->> 'exit_status',
    coalesce(d ->> 'remark', ''), coalesce((d ->> 'version')::int, 1)
  from jsonb_array_elements(p_world -> 'declarations') d;

  insert into declaration_lines (tenant, id, declaration, line, sku, cn8, quantity, uom, base_quantity, base_uom, net_kg, statistical_value_eur, origin, licence)
  select p_tenant, format('%s/%s', d ->> 'id', l ->> 'line'), d ->> 'id', (l ->> 'line')::int, l ->> 'sku', l ->> 'cn8', (l ->> 'qty')::numeric, l ->> 'uom',
    (l ->> 'qty')::numeric * case when l ->> 'uom' = k.base_uom then 1 else (k.uom_conversions ->> (l ->> 'uom'))::numeric end, k.base_uom,
    (l ->> 'net_kg')::numeric, (l ->> 'statistical_value_eur')::numeric, k.origin, l ->> 'licence'
  from jsonb_array_elements(p_world -> 'declarations') d
  cross join jsonb_array_elements(d -> 'lines') l
  join skus k on k.tenant = p_tenant and k.id = l ->> 'sku';

  insert into documents (tenant, id, kind, ref, shipment, declaration, name, text)
  select p_tenant, d ->> 'id', d ->> 'kind', d ->> 'ref', d ->> 'shipment_id', d ->> 'declaration_id', d ->> 'name', coalesce(d ->> 'text', '')
  from jsonb_array_elements(p_world -> 'documents') d;
end $$;
