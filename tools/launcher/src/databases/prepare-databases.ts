import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATABASES, ensureRoles, migrate } from "@quartermaster/shared/db";
import { databaseUrl } from "./database-url.ts";
import type { Passwords } from "./passwords.ts";

export type DatabaseKey = keyof typeof DATABASES;
export const DATABASE_KEYS = Object.keys(DATABASES) as DatabaseKey[];

/** Folders of one database's migrations, in the order in which they are applied. */
export function migrationFolders(repository: string, key: DatabaseKey): string[] {
  const domain = key !== "coordinator" && key !== "approvals";
  const folders = ["libs/shared", ...(domain ? ["libs/agent", "libs/executor", "libs/events"] : []), `services/${key}`];
  return folders.map((folder) => join(repository, folder, "migrations")).filter((folder) => existsSync(folder));
}

/** Creates roles and databases and brings every schema up to date; safe to run again. Returns how many migrations ran. */
export async function prepareDatabases(adminUrl: string, passwords: Passwords, repository: string): Promise<number> {
  await ensureRoles(adminUrl, (role) => passwords.get(role) ?? "");
  const applied = await Promise.all(
    DATABASE_KEYS.map((key) =>
      migrate(databaseUrl(adminUrl, { database: DATABASES[key].database }), key, migrationFolders(repository, key)),
    ),
  );
  return applied.flat().length;
}
