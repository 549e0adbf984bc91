import { existsSync, mkdirSync } from "node:fs";
import { readSealRing, withNewSealKey } from "@quartermaster/shared/signing";
import type { HomePaths } from "./home-paths.ts";
import { writeSecret } from "./write-secret.ts";

/**
 * Makes the ring that seals secrets in the database of approvals, where there is none. One that cannot be read is never replaced: without
 * its keys, what they sealed is lost.
 * @throws AppError config_invalid when the file is no ring
 */
export function loadSealRing(paths: HomePaths): void {
  mkdirSync(paths.keys, { recursive: true, mode: 0o700 });
  if (existsSync(paths.sealRing)) readSealRing(paths.sealRing);
  else writeSecret(paths.sealRing, JSON.stringify(withNewSealKey(null)));
}
