import { AGENTS } from "@quartermaster/shared/contracts";
import { type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { World } from "./seed-request.ts";

/** Pools of the seed logins, in the order in which a world is written: master data first, the services that read it last. */
export type SeedPools = ReadonlyMap<string, Pool>;

const isDomain = (name: string): boolean => (AGENTS as readonly string[]).includes(name);

async function writeWorld(tx: Tx, name: string, tenant: string, world: World, offsetMs: number): Promise<void> {
  const row = await tx.query(
    `insert into tenants (tenant, demo, offset_ms) values ($1, true, $2)
     on conflict (tenant) do update set offset_ms = excluded.offset_ms where tenants.demo`,
    [tenant, offsetMs],
  );
  if (row.rowCount !== 1) throw new AppError("forbidden", { detail: `${tenant} is not a demo tenant` });
  const text = JSON.stringify(world);
  await tx.query("select seed_world($1, $2::jsonb)", [tenant, text]);
  if (isDomain(name)) await tx.query("select seed_demo_users($1, $2::jsonb)", [tenant, text]);
}

/**
 * Writes a fresh world into every database, with the tenant's clock at the world's `now`. Each database changes in one
 * transaction; running it again after a failure in between brings all of them to the same state.
 */
export async function seedTenant(pools: SeedPools, tenant: string, world: World): Promise<void> {
  // One offset for all: business time must not differ between databases.
  const offsetMs = Date.parse(world.now) - Date.now();
  for (const [name, pool] of pools) await transaction(pool, tenant, (tx) => writeWorld(tx, name, tenant, world, offsetMs));
}

/** Gives a tenant that was seeded before agents knew their users those of the world; one that has users keeps them. */
export async function addMissingUsers(pools: SeedPools, tenant: string, world: World): Promise<void> {
  for (const [name, pool] of pools) {
    if (!isDomain(name)) continue;
    await transaction(pool, tenant, async (tx) => {
      const known = await tx.query("select 1 from demo_users where tenant = $1 limit 1", [tenant]);
      if (known.rowCount === 0) await tx.query("select seed_demo_users($1, $2::jsonb)", [tenant, JSON.stringify(world)]);
    });
  }
}

/** True when the tenant exists in every database. */
export async function isSeeded(pools: SeedPools, tenant: string): Promise<boolean> {
  for (const pool of pools.values()) {
    const found = await transaction(pool, tenant, (tx) => tx.query("select 1 from tenants where tenant = $1", [tenant]));
    if (found.rowCount === 0) return false;
  }
  return true;
}
