import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { AGENTS } from "@quartermaster/shared/contracts";
import { generateKey, KeySet, type PublicKeyEntry } from "@quartermaster/shared/signing";
import type { HomePaths } from "./home-paths.ts";

/** Roles that sign: what each may sign is pinned in the code of those who verify. */
export const SIGNING_ROLES: readonly string[] = ["coordinator", "approvals", ...AGENTS, ...AGENTS.map((name) => `x_${name}`)];

/** Makes the missing signing keys: a private file per role, readable by its owner only, and one public set. */
export function loadSigningKeys(paths: HomePaths): void {
  mkdirSync(paths.keys, { recursive: true, mode: 0o700 });
  const known = existsSync(paths.publicKeys) ? KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8"))).keys : [];
  const keys: PublicKeyEntry[] = SIGNING_ROLES.flatMap((role) => {
    // All of them: rotated keys verify the past, and for a while what they signed and nobody took yet.
    const have = known.filter((entry) => entry.role === role);
    if (have.length > 0 && existsSync(paths.signingKey(role))) return have;
    const made = generateKey(role, `${role}-1`);
    writeFileSync(paths.signingKey(role), JSON.stringify(made.privateKey), { mode: 0o400 });
    return [made.publicKey];
  });
  // Put in place whole: a process that reads at the same moment sees the old set or the new one.
  const next = `${paths.publicKeys}.next`;
  writeFileSync(next, JSON.stringify({ keys }, null, 2), { mode: 0o644 });
  renameSync(next, paths.publicKeys);
}
