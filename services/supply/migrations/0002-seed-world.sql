-- Loads this service's part of a demo world for one tenant: everything of the tenant is replaced.
create function seed_world(p_tenant text, p_world jsonb) returns void language plpgsql as $$
declare
  started timestamptz := business_now(p_tenant);
begin
  perform begin_seed(p_tenant);
  delete from stock_ledger where tenant = p_tenant;
  delete from transfers where tenant = p_tenant;
  delete from reservations where tenant = p_tenant;
  delete from serials where tenant = p_tenant;
  delete from purchase_orders where tenant = p_tenant;
  delete from stock_policies where tenant = p_tenant;
  delete from stock where tenant = p_tenant;
  delete from locations where tenant = p_tenant;
  delete from items where tenant = p_tenant;

  insert into items (tenant, id, name, base_uom, scale, uom_conversions, tracking, unit_value_eur, net_kg_per_base, hs6, cn8, origin,
      dg_un, dg_class, dg_packing_group, dual_use, min_remaining_life_days, temperature, restrictions, note)
    select p_tenant, s->>'sku', s->>'name', s->>'base_uom',
      -- What is poured, cut or weighed may be divided; what is counted may not.
      case when s->>'base_uom' in ('MTR', 'LTR', 'KGM') then 3 else 0 end,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(coalesce(s->'uom_conversions', '{}'))),
      s->>'tracking', (s->>'unit_value_eur')::numeric, (s->>'net_kg_per_base')::numeric, s->>'hs6', s->>'cn8', s->>'origin',
      s->'dg'->>'un', s->'dg'->>'cls', s->'dg'->>'packing_group', s->'dual_use'->>'eu_annex_i',
      (s->>'min_remaining_life_days')::int, s->>'temperature',
      array(select jsonb_array_elements_text(coalesce(s->'restrictions', '[]'))), coalesce(s->>'note', '')
    from jsonb_array_elements(p_world->'skus') s;

  insert into locations (tenant, id, name, unlocode, country, customs_territory, timezone, dg_classes, bonded, cold_storage, aliases, state, note)
    select p_tenant, l->>'id', l->>'name', l->>'unlocode', l->>'country', l->>'customs_territory', l->>'timezone',
      array(select jsonb_array_elements_text(l->'dg_classes_allowed')), (l->>'bonded')::boolean, (l->>'cold_storage')::boolean,
      array(select jsonb_array_elements_text(l->'aliases')), l->>'state', coalesce(l->>'note', '')
    from jsonb_array_elements(p_world->'locations') l;

  insert into stock (tenant, id, sku, location, lot, expiry, status, on_hand, reserved, note, lot_remark, version)
    select p_tenant, s->>'id', s->>'sku', s->>'location', s->>'lot', (s->>'expiry')::date, s->>'status', (s->>'on_hand')::numeric,
      (s->>'reserved')::numeric, coalesce(s->>'note', ''), coalesce(s->>'lot_remark', ''), coalesce((s->>'version')::int, 1)
    from jsonb_array_elements(p_world->'stock') s;

  insert into serials (tenant, id, sku, stock, state)
    select p_tenant, number, s.sku, s.id, 'in_stock'
    from jsonb_each(coalesce(p_world->'serials', '{}')) held
    join stock s on s.tenant = p_tenant and s.id = held.key
    cross join lateral jsonb_array_elements_text(held.value) number;

  insert into reservations (tenant, id, sku, location, lot, stock, quantity, demand_ref, owner, state, created_at, expires_at, note)
    select p_tenant, r->>'id', r->>'sku', r->>'location', r->>'lot',
      (select s.id from stock s where s.tenant = p_tenant and s.sku = r->>'sku' and s.location = r->>'location'
        and s.lot is not distinct from r->>'lot' and s.status = 'available'),
      (r->>'qty')::numeric, r->>'demand_ref', r->>'owner', r->>'state', (r->>'created_at')::timestamptz, (r->>'expires_at')::timestamptz,
      coalesce(r->>'note', '')
    from jsonb_array_elements(p_world->'reservations') r;

  insert into stock_policies (tenant, id, sku, location, safety_stock, reorder_point, max_level, preferred_supplier, lead_time_days)
    select p_tenant, (p->>'sku') || '|' || (p->>'location'), p->>'sku', p->>'location', (p->>'safety_stock')::numeric,
      (p->>'reorder_point')::numeric, (p->>'max_level')::numeric, p->>'preferred_supplier', (p->>'lead_time_days')::int
    from jsonb_array_elements(p_world->'stock_policies') p;

  insert into purchase_orders (tenant, id, supplier, location, lines, state, eta, note)
    select p_tenant, o->>'id', o->>'supplier', o->>'location',
      (select jsonb_agg(jsonb_build_object('sku', l->>'sku', 'quantity', l->>'qty', 'uom', l->>'uom')) from jsonb_array_elements(o->'lines') l),
      o->>'state', (o->>'eta')::date, coalesce(o->>'note', '')
    from jsonb_array_elements(p_world->'purchase_orders') o;

  insert into stock_ledger (tenant, id, stock, delta_on_hand, delta_reserved, cause_type, cause_id, idempotency_key, at)
    select p_tenant, 'LED-' || s.id, s.id, s.on_hand, s.reserved, 'seed', current_setting('qm.cause_id'), 'seed', started
    from stock s where s.tenant = p_tenant;
end $$;
