import { createPublicKey } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { AGENTS } from "@quartermaster/shared/contracts";
import { createSigner, generateKey, KeySet, nextKid, PrivateKeyFile, type PublicKeyEntry } from "@quartermaster/shared/signing";
import type { HomePaths } from "./home-paths.ts";
import { writeSecret } from "./write-secret.ts";

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

/** Whether a private file is whole and holds one of a role's known keys: what it signs can be verified. @throws when it cannot be read */
function holdsOneOf(path: string, known: readonly PublicKeyEntry[]): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  try {
    const signer = createSigner(PrivateKeyFile.parse(JSON.parse(text)));
    const { x } = createPublicKey(signer.privateKey).export({ format: "jwk" });
    return known.some((entry) => entry.kid === signer.kid && entry.role === signer.role && entry.publicKey === x);
  } catch {
    // A file that a process left half-written.
    return false;
  }
}

/**
 * Makes the missing signing keys: a private file per role, readable by its owner only, and one public set. A role whose private file is
 * gone, half-written or not in the set gets a key under the next id; the public ones it had stay. The set is written first, so that a
 * process that dies in between leaves a public key too many and never a signature that nobody can verify.
 * @throws when a file cannot be read or written, or the set is none
 */
export function loadSigningKeys(paths: HomePaths): void {
  mkdirSync(paths.keys, { recursive: true, mode: 0o700 });
  const known = existsSync(paths.publicKeys) ? KeySet.parse(JSON.parse(readFileSync(paths.publicKeys, "utf8"))).keys : [];
  // All of a role's keys: rotated ones verify the past, and for a while what they signed and nobody took yet.
  const roles = SIGNING_ROLES.map((role) => {
    const have = known.filter((entry) => entry.role === role);
    const isWhole = holdsOneOf(paths.signingKey(role), have);
    return { role, have, made: isWhole ? null : generateKey(role, nextKid({ keys: known }, role)) };
  });
  const keys = roles.flatMap(({ have, made }) => (made ? [...have, made.publicKey] : have));
  // Roles of another version too: the ledger's past has their signatures.
  const others = known.filter((entry) => !SIGNING_ROLES.includes(entry.role));
  storePublicKeys(paths.publicKeys, { keys: [...keys, ...others] });
  for (const { role, made } of roles) if (made) writeSecret(paths.signingKey(role), JSON.stringify(made.privateKey));
}
