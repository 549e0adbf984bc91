import { DATABASES } from "@quartermaster/shared/db";
import pg from "pg";
import { databaseUrl } from "./database-url.ts";
import { DATABASE_KEYS } from "./prepare-databases.ts";

const UNKNOWN = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = 'public' and c.reltuples < 0`;

/**
 * Gathers statistics of the tables that hold rows and have none yet. Empty tables are left alone: a plan cached against
 * "0 rows" scans the table until autoanalyze comes.
 */
export async function analyzeSeeded(adminUrl: string): Promise<void> {
  for (const key of DATABASE_KEYS) {
    const client = new pg.Client({
      connectionString: databaseUrl(adminUrl, { database: DATABASES[key].database }),
      connectionTimeoutMillis: 5_000,
      statement_timeout: 20_000,
    });
    await client.connect();
    try {
      for (const { name } of (await client.query<{ name: string }>(UNKNOWN)).rows) {
        if ((await client.query(`select 1 from ${name} limit 1`)).rowCount === 1) await client.query(`analyze ${name}`);
      }
    } finally {
      await client.end();
    }
  }
}
