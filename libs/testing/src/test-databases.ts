import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPool, DATABASES, migrate, OWNER_ROLE, type Pool, type PoolOptions } from "@quartermaster/shared/db";
import pg from "pg";

export type DatabaseName = keyof typeof DATABASES;

export interface TestDatabase {
  name: string;
  /** Superuser connection to this database. */
  adminUrl: string;
  /** Connection of one login role, e.g. "qm_supply_agent". */
  url(role: string): string;
  /** A pool of one login role; closed by `drop`. */
  pool(role: string, options?: Partial<Omit<PoolOptions, "url">>): Pool;
  /** Runs one statement as superuser, past row-level security: for arranging and looking. */
  admin<R extends pg.QueryResultRow = pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  /** Ends every connection and lets nobody in, as a server that is down; or lets them in again. */
  setReachable(reachable: boolean): Promise<void>;
  drop(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "../../..");

/** Password of a login role on test servers. */
export const testPassword = (role: string): string => `${role}-test`;

/** Folders with a database's migrations, in order; those that exist. */
export function migrationFolders(name: DatabaseName): string[] {
  const isDomain = name === "supply" || name === "transit" || name === "export";
  const packages = ["libs/shared", ...(isDomain ? ["libs/agent", "libs/executor", "libs/events"] : []), `services/${name}`];
  return packages.map((folder) => join(ROOT, folder, "migrations")).filter((folder) => existsSync(folder));
}

function schemaHash(name: DatabaseName): string {
  const hash = createHash("sha256");
  for (const folder of migrationFolders(name)) {
    for (const file of readdirSync(folder)
      .filter((entry) => entry.endsWith(".sql"))
      .sort())
      hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 12);
}

const withDatabase = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000, statement_timeout: 60_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrated template of a database, made once per state of the migration files. */
async function ensureTemplate(client: pg.Client, adminUrl: string, name: DatabaseName): Promise<string> {
  const template = `qm_tpl_${name}_${schemaHash(name)}`;
  const exists = async () => (await client.query("select 1 from pg_database where datname = $1", [template])).rows.length > 0;
  if (await exists()) return template;
  await client.query("select pg_advisory_lock(771003)");
  try {
    if (await exists()) return template;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} owner ${OWNER_ROLE}`);
    await migrate(withDatabase(adminUrl, draft), name, migrationFolders(name));
    await client.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await client.query("select pg_advisory_unlock(771003)");
  }
}

/** The server that the test run started. @throws Error outside the integration project. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("there is no test database: run this in the integration project, or set TEST_DATABASE_URL");
  return url;
}

/** A fresh, migrated database of its own for a test file; takes about 100 ms. */
export async function cloneDatabase(name: DatabaseName, adminUrl: string = serverUrl()): Promise<TestDatabase> {
  const database = `qm_test_${name}_${randomBytes(5).toString("hex")}`;
  await asAdmin(adminUrl, async (client) => {
    const template = await ensureTemplate(client, adminUrl, name);
    await client.query(`create database ${database} template ${template} owner ${OWNER_ROLE}`);
    await client.query(`revoke all on database ${database} from public`);
    for (const role of DATABASES[name].roles) await client.query(`grant connect on database ${database} to ${role}`);
  });
  const ownUrl = withDatabase(adminUrl, database);
  const pools: Pool[] = [];
  const url = (role: string): string => {
    const result = new URL(ownUrl);
    result.username = role;
    result.password = testPassword(role);
    return result.toString();
  };
  return {
    name: database,
    adminUrl: ownUrl,
    url,
    pool(role, options = {}) {
      const pool = createPool({ name: `test-${role}`, ...options, url: url(role) });
      pools.push(pool);
      return pool;
    },
    admin: (sql, values) => asAdmin(ownUrl, async (client) => (await client.query(sql, values)).rows),
    setReachable: (reachable) =>
      asAdmin(adminUrl, async (client) => {
        await client.query(`alter database ${database} allow_connections ${reachable}`);
        if (!reachable) await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
      }),
    async drop() {
      await Promise.allSettled(pools.map((pool) => pool.end()));
      await asAdmin(adminUrl, (client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}

/** Fresh databases for several services. */
export async function createDatabases<N extends DatabaseName>(
  names: readonly N[],
  adminUrl: string = serverUrl(),
): Promise<Record<N, TestDatabase>> {
  const entries: [N, TestDatabase][] = [];
  for (const name of names) entries.push([name, await cloneDatabase(name, adminUrl)]);
  return Object.fromEntries(entries) as Record<N, TestDatabase>;
}
