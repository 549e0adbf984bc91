import type { Pool } from "./pool.ts";

const EVERY_MS = 2_000;

/** Whether the database answers, looked up in the background so that a readiness probe itself is free. */
export interface DatabaseWatch {
  answers(): boolean;
  stop(): void;
}

/**
 * Asks the database every two seconds until stopped. A pool bounds connecting and statements, so an answer that hangs is one that
 * fails. @param pool of a connection whose work never fills it: a busy process is not one without a database.
 */
export function watchDatabase(pool: Pick<Pool, "query">, everyMs = EVERY_MS): DatabaseWatch {
  let answering = true;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      await pool.query("select 1");
      answering = true;
    } catch {
      answering = false;
    }
    schedule();
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => void look(), everyMs);
    timer.unref();
  };
  schedule();
  return {
    answers: () => answering,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
