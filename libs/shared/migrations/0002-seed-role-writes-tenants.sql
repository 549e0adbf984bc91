-- The demo seeder makes tenants and sets their clocks; its policy on `tenants` limits it to the tenant of its transaction.
do $$ begin
  execute format('grant insert (tenant, demo, offset_ms), update (demo, offset_ms) on tenants to %I', 'qm_' || current_setting('qm.domain') || '_seed');
end $$;
