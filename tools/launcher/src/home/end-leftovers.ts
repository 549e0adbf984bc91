import { readFileSync } from "node:fs";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";

/**
 * Ends what an earlier launcher left behind, for example a service that was stopped by a signal and could not notice
 * its end. Only the very processes that the earlier launcher recorded are touched. Call under the folder's lock.
 */
export async function endLeftovers(processesFile: string): Promise<number> {
  let records: ProcessIdentity[];
  try {
    records = (JSON.parse(readFileSync(processesFile, "utf8")) as ProcessIdentity[]).filter((record) => record.pid !== process.pid);
  } catch {
    return 0;
  }
  const left = records.filter((record) => record.startTicks !== null && isAlive(record));
  const kill = (record: ProcessIdentity, signal: NodeJS.Signals): void => {
    try {
      if (isAlive(record)) process.kill(record.pid, signal);
    } catch {
      // Gone meanwhile.
    }
  };
  const allGone = async (ms: number): Promise<boolean> => {
    for (const end = Date.now() + ms; Date.now() < end; ) {
      if (!left.some(isAlive)) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return !left.some(isAlive);
  };
  // Their own guards stop them within seconds; a Postgres killed hard would only have to recover.
  if (!(await allGone(5_000))) for (const record of left) kill(record, "SIGKILL");
  await allGone(5_000);
  return left.length;
}
