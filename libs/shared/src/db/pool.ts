import pg from "pg";

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

export interface PoolOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Connections; 4 per process, 8 for coordinator and approvals (measured: no cliff between 2 and 8). */
  max?: number;
  /** True only for claims, journals, heartbeats and outbox deletes: what such a commit may lose is re-done. */
  asyncCommit?: boolean;
  statementTimeoutMs?: number;
}

// Timestamps as ISO text and bigint/numeric as text: no silent rounding on the way in.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
});

/** Makes a connection pool with time limits on connecting, statements and idle transactions. */
export function createPool(options: PoolOptions): Pool {
  const settings = [
    `-c statement_timeout=${options.statementTimeoutMs ?? 10_000}`,
    "-c idle_in_transaction_session_timeout=15000",
    "-c lock_timeout=5000",
    ...(options.asyncCommit ? ["-c synchronous_commit=off"] : []),
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 4,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: settings.join(" "),
  });
  // A dropped idle connection must not end the process; the next query gets a new one or an error.
  pool.on("error", () => {});
  // The same while a connection is in use: its query fails, and an error that nobody hears would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
