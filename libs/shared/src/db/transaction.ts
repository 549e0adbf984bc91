import type pg from "pg";
import { AppError } from "../errors/index.ts";
import type { Pool } from "./pool.ts";

/** Named statements keep their prepared plan; the name must be unique per text. */
export interface NamedQuery {
  name: string;
  text: string;
  values: unknown[];
}

/** What runs inside a transaction. */
export interface Tx {
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(text: string | NamedQuery, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

/** Every tenant, for sweepers over infrastructure tables only; domain tables' policies never match it. */
export const ALL_TENANTS = "*";

const RETRYABLE = new Set(["40001", "40P01", "55P03", "57P01", "08006", "08003"]);

/** True for database errors after which the same transaction may succeed when run again. */
export function isRetryableDatabaseError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && RETRYABLE.has(String((error as { code: unknown }).code));
}

/**
 * Runs `work` in one transaction with the tenant set for row-level security. Commits when it resolves, rolls back when it throws.
 * @throws AppError unavailable when no connection can be had; otherwise what `work` threw.
 */
export async function transaction<T>(pool: Pool, tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new AppError("unavailable", { detail: "the database does not answer", cause });
  });
  let broken: Error | undefined;
  try {
    await client.query("begin");
    await client.query({ name: "set-tenant", text: "select set_config('qm.tenant', $1, true)", values: [tenant] });
    const result = await work(client as Tx);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
