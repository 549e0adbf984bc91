import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";
import { AppError } from "../errors/index.ts";
import { OWNER_ROLE } from "./databases.ts";

/**
 * Brings one database to the newest schema: every `NNNN-name.sql` of the folders in order, each in a transaction of its own
 * as the owner role, recorded with its hash. An advisory lock serialises concurrent starts.
 * Files may read `current_setting('qm.domain')` to name this database's roles, e.g. `'qm_' || current_setting('qm.domain') || '_agent'`.
 * @param adminUrl connection of a role that may `set role qm_owner`.
 * @param domain key of DATABASES, e.g. "supply".
 * @throws AppError config_invalid when an applied file was changed afterwards.
 */
export async function migrate(adminUrl: string, domain: string, folders: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock(771002)");
    await client.query(
      "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    );
    const known = new Map(
      (await client.query<{ name: string; hash: string }>("select name, hash from schema_migrations")).rows.map((row) => [
        row.name,
        row.hash,
      ]),
    );
    for (const folder of folders) {
      for (const file of readdirSync(folder)
        .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
        .sort()) {
        const name = `${basename(join(folder, ".."))}/${file}`;
        const sql = readFileSync(join(folder, file), "utf8");
        const hash = createHash("sha256").update(sql).digest("hex");
        if (known.has(name)) {
          if (known.get(name) !== hash)
            throw new AppError("config_invalid", { detail: `migration ${name} was changed after it was applied` });
          continue;
        }
        await client.query("begin");
        try {
          await client.query("select set_config('qm.domain', $1, true)", [domain]);
          await client.query(`set local role ${OWNER_ROLE}`);
          await client.query(sql);
          await client.query("reset role");
          await client.query("insert into schema_migrations (name, hash) values ($1, $2)", [name, hash]);
          await client.query("commit");
        } catch (cause) {
          await client.query("rollback");
          throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
        }
        applied.push(name);
      }
    }
  } finally {
    await client.end();
  }
  return applied;
}
