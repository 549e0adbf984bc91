import pg from "pg";
import { DATABASES, OWNER_ROLE } from "./databases.ts";

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Creates the owner role, every login role with its password, and every database; safe to run again (passwords are set anew).
 * No login role is superuser, may create databases or roles, or bypasses row-level security.
 * @param adminUrl superuser connection to the `postgres` database.
 * @param passwordOf password of each login role.
 */
export async function ensureRoles(adminUrl: string, passwordOf: (role: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(771001)");
    const roles = new Set((await client.query<{ rolname: string }>("select rolname from pg_roles")).rows.map((row) => row.rolname));
    if (!roles.has(OWNER_ROLE)) await client.query(`create role ${OWNER_ROLE} nologin`);
    const databases = new Set((await client.query<{ datname: string }>("select datname from pg_database")).rows.map((row) => row.datname));
    for (const plan of Object.values(DATABASES)) {
      for (const role of plan.roles) {
        const verb = roles.has(role) ? "alter" : "create";
        await client.query(
          `${verb} role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password ${quoteLiteral(passwordOf(role))}`,
        );
      }
      if (!databases.has(plan.database)) await client.query(`create database ${plan.database} owner ${OWNER_ROLE}`);
      await client.query(`revoke all on database ${plan.database} from public`);
      for (const role of plan.roles) await client.query(`grant connect on database ${plan.database} to ${role}`);
    }
  } finally {
    await client.end();
  }
}
