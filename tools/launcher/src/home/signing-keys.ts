import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { AGENTS } from "@quartermaster/shared/contracts";
import { generateKey, KeySet, nextKid, type PublicKeyEntry } from "@quartermaster/shared/signing";
import type { HomePaths } from "./home-paths.ts";

/** Roles that sign: what each may sign is pinned in the code of those who verify. */
export const SIGNING_ROLES: readonly string[] = ["coordinator", "approvals", ...AGENTS, ...AGENTS.map((name) => `x_${name}`)];

/** Writes the set if it changed. Processes of a start before may be reading it: they see the old one or the new one. */
function storePublicKeys(path: string, set: KeySet): void {
  const text = JSON.stringify(set, null, 2);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const next = `${path}.next`;
  writeFileSync(next, text, { mode: 0o644 });
  renameSync(next, path);
}

/**
 * Makes the missing signing keys: a private file per role, readable by its owner only, and one public set. A role whose private file is
 * gone gets a key under the next id; the public ones it had stay.
 */
export function loadSigningKeys(paths: HomePaths): void {
  mkdirSync(paths.keys, { recursive: true, mode: 0o700 });
  const known = existsSync(paths.publicKeys) ? KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8"))).keys : [];
  const keys: PublicKeyEntry[] = SIGNING_ROLES.flatMap((role) => {
    // All of them: rotated keys verify the past, and for a while what they signed and nobody took yet.
    const have = known.filter((entry) => entry.role === role);
    if (have.length > 0 && existsSync(paths.signingKey(role))) return have;
    const made = generateKey(role, nextKid({ keys: known }, role));
    writeFileSync(paths.signingKey(role), JSON.stringify(made.privateKey), { mode: 0o400 });
    return [...have, made.publicKey];
  });
  // Roles of another version too: the ledger's past has their signatures.
  const others = known.filter((entry) => !SIGNING_ROLES.includes(entry.role));
  storePublicKeys(paths.publicKeys, { keys: [...keys, ...others] });
}
