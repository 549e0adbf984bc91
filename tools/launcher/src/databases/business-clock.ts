import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { DATABASES } from "@quartermaster/shared/db";
import pg from "pg";
import { databaseUrl } from "./database-url.ts";
import { DATABASE_KEYS, type DatabaseKey } from "./prepare-databases.ts";

const BEAT_MS = 5_000;
/** The last sailing that the demo's requests can use leaves after this moment of business time. */
export const LAST_USEFUL_MOMENT = Date.parse("2026-12-08T12:00:00Z");

/** Writes every five seconds that the stack lives, so that the next start knows how long it was down. */
export function startHeartbeat(path: string): { stop(): void } {
  const beat = (): void => {
    writeFileSync(`${path}.new`, JSON.stringify({ at: new Date().toISOString() }));
    renameSync(`${path}.new`, path);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return {
    stop() {
      clearInterval(timer);
      beat();
    },
  };
}

/** Milliseconds that the stack was down; 0 when unknown. */
export function downtime(path: string, now = Date.now()): number {
  try {
    const { at } = JSON.parse(readFileSync(path, "utf8")) as { at: string };
    return Math.max(0, now - Date.parse(at)) || 0;
  } catch {
    return 0;
  }
}

/**
 * A demo tenant's clock stands still while the stack is down: takes the downtime off its offset, the same in every database.
 * The coordinator's database is changed last: a start that is cut short in between computes the same offsets again.
 */
export async function holdClocks(adminUrl: string, downMs: number): Promise<void> {
  if (downMs <= 0) return;
  const urlOf = (key: DatabaseKey) => databaseUrl(adminUrl, { database: DATABASES[key].database });
  const found = await withAdmin(urlOf("coordinator"), (client) =>
    client.query<{ tenant: string; offset_ms: string }>("select tenant, offset_ms::text from tenants where demo"),
  );
  const values = [found.rows.map((row) => row.tenant), found.rows.map((row) => Number(row.offset_ms) - Math.round(downMs))];
  for (const key of [...DATABASE_KEYS.filter((one) => one !== "coordinator"), "coordinator" as const]) {
    await withAdmin(urlOf(key), (client) =>
      client.query(
        "update tenants set offset_ms = held.ms from unnest($1::text[], $2::bigint[]) as held(name, ms) where tenant = held.name and demo",
        values,
      ),
    );
  }
}

/** Business time of a demo tenant; null when there is no such tenant. */
export async function businessNow(adminUrl: string, tenant: string): Promise<Date | null> {
  const url = databaseUrl(adminUrl, { database: DATABASES.coordinator.database });
  const rows = await withAdmin(url, (client) =>
    client.query<{ at: Date }>("select business_now(tenant)::text as at from tenants where tenant = $1 and demo", [tenant]),
  );
  return rows.rows[0] ? new Date(rows.rows[0].at) : null;
}

async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
