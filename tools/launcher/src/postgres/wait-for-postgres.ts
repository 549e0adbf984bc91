import pg from "pg";
import type { Supervised } from "../child/supervisor.ts";
import { LaunchError, reasonOf } from "../launch-error.ts";

const PATIENCE_MS = 60_000;
const MAX_CRASHES = 4;

/**
 * Waits until the server takes connections; after a hard stop it first recovers.
 * @throws LaunchError when it keeps crashing or does not answer within a minute.
 */
export async function waitForPostgres(adminUrl: string, supervised: Supervised | null): Promise<void> {
  let last = "";
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 3_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch (error) {
      last = reasonOf(error);
      const code = (error as { code?: string }).code;
      if (code === "28P01" || code === "28000")
        throw new LaunchError(`Postgres refuses the administrator's password: ${last}`, logOf(supervised));
    } finally {
      await client.end().catch(() => {});
    }
    if (supervised && supervised.crashes() >= MAX_CRASHES)
      throw new LaunchError(`Postgres does not stay up (${supervised.lastExit()})`, logOf(supervised));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new LaunchError(`Postgres does not answer: ${last}`, logOf(supervised));
}

const logOf = (supervised: Supervised | null): { logFile?: string } => (supervised ? { logFile: supervised.spec.logFile } : {});
