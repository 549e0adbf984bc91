import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { lockHolder } from "../home/home-lock.ts";
import type { HomePaths } from "../home/home-paths.ts";

/** What `run/stack.json` says about a running stack. */
export interface StackRecord {
  baseUrl: string;
  approvalsUrl: string;
  port: number;
  ready: boolean;
}

export function writeStackRecord(paths: HomePaths, record: StackRecord): void {
  writeFileSync(`${paths.stack}.new`, JSON.stringify(record, null, 2));
  renameSync(`${paths.stack}.new`, paths.stack);
}

/** The stack that runs from this data folder; null when none does. */
export function runningStack(paths: HomePaths): StackRecord | null {
  if (!lockHolder(paths.lock)) return null;
  try {
    return JSON.parse(readFileSync(paths.stack, "utf8")) as StackRecord;
  } catch {
    return null;
  }
}
