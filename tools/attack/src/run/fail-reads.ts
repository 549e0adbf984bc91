import type { Pool } from "@quartermaster/shared/db";

/** A table that every read of an agent looks at. */
const TABLES: Readonly<Record<string, string>> = { supply: "stock", transit: "shipments", export: "declarations" };

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Lets the system of record of one agent fail, for one tenant, with a text that an attacker chose. The database itself raises it, so
 * that it goes the way of every error of a tool.
 * @returns ends it.
 */
export async function failReads(pool: Pool, agent: string, tenant: string, text: string): Promise<() => Promise<void>> {
  const table = TABLES[agent];
  if (table === undefined) throw new Error(`no table of ${agent} is known`);
  const name = `attack_${tenant.replaceAll(/[^a-z0-9]/g, "_")}`;
  await pool.query(`create or replace function attack_error(said text) returns boolean language plpgsql as
    $attack$ begin raise exception using message = said; end $attack$`);
  await pool.query(`create policy ${name} on ${table} as restrictive for select to qm_${agent}_agent
    using (case when tenant = ${literal(tenant)} then attack_error(${literal(text)}) else true end)`);
  return async () => {
    await pool.query(`drop policy ${name} on ${table}`);
  };
}
