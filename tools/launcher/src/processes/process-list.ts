import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ProcessRecord } from "../child/supervisor.ts";

/** Writes `run/processes.json`; readers see the old or the new list, never half of one. */
export function writeProcessList(path: string, records: readonly ProcessRecord[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(records, null, 2));
  renameSync(`${path}.new`, path);
}
