import { ensureRoles } from "@quartermaster/shared/db";
import { startPostgres, type TestPostgres } from "./start-postgres.ts";
import { testPassword } from "./test-databases.ts";

let postgres: TestPostgres | undefined;

/** One Postgres for the whole run; the workers find it in TEST_DATABASE_URL. */
export async function setup(): Promise<void> {
  postgres = await startPostgres();
  await ensureRoles(postgres.adminUrl, testPassword);
  process.env.TEST_DATABASE_URL = postgres.adminUrl;
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
}
