import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import {
  type KeySet,
  PrivateKeyFile,
  parseStrict,
  readKeySet,
  readSealRing,
  revokeKey,
  rotateKey,
  withNewSealKey,
} from "@quartermaster/shared/signing";

export interface KeyFiles {
  /** The deployment's public key set. */
  keys: string;
  /** Private key file of the role; only for a rotation. */
  privateKey?: string | undefined;
}

/** Puts a file in place whole: whoever reads at the same moment sees the old one or the new one. */
function replace(path: string, text: string, mode: number): void {
  const next = `${path}.next`;
  // What a run left that was cut off: a file of mode 0400 cannot be written over.
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode });
  chmodSync(next, mode);
  renameSync(next, path);
}

const store = (path: string, set: KeySet): void => replace(path, `${JSON.stringify(set, null, 2)}\n`, 0o644);

/** The file that a rotation replaces; it must hold a key of that role which the set knows, for what it holds is gone afterwards. */
function ownKeyFile(path: string | undefined, set: KeySet, role: string): string {
  if (path === undefined) throw new Error("name the private key file of the role with --private-key; it is replaced");
  let held: PrivateKeyFile;
  try {
    held = PrivateKeyFile.parse(parseStrict(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} holds no private key that can be read; nothing was changed`, { cause });
  }
  if (set.keys.some((entry) => entry.kid === held.kid && entry.role === role)) return path;
  throw new Error(`${path} holds the key ${held.kid}, which is none of ${role} in the set; nothing was changed`);
}

/** Every key of the set with its time, one line each. */
export function listKeys(files: KeyFiles, now = new Date()): string[] {
  const at = now.toISOString();
  const state = (from: string, until: string): string => (at < from ? "not yet" : at > until ? "ended" : "valid");
  return readKeySet(files.keys).keys.map((key) => `${key.kid}  ${key.role}  ${state(key.notBefore, key.notAfter)} until ${key.notAfter}`);
}

/**
 * Makes a new key for a role. The public set is written first, so that nobody meets a signature whose key is not known yet.
 * @throws when a file cannot be read or written, the role signs nothing, or the private key file is not the role's
 */
export function rotate(files: KeyFiles, role: string, overlapMs: number, now = new Date()): string[] {
  const set = readKeySet(files.keys);
  const path = ownKeyFile(files.privateKey, set, role);
  const { keySet, privateKey, replaced } = rotateKey(set, role, overlapMs, now);
  store(files.keys, keySet);
  replace(path, JSON.stringify(privateKey), 0o400);
  const until = new Date(now.getTime() + overlapMs).toISOString();
  return [
    `${privateKey.kid} is the key of ${role} once its process is started again`,
    ...replaced.map((kid) => `${kid} is accepted until ${until}`),
  ];
}

/** Ends a key now. @throws when the set cannot be read or written, or has no such key */
export function revoke(files: KeyFiles, kid: string, now = new Date()): string[] {
  store(files.keys, revokeKey(readKeySet(files.keys), kid, now));
  return [`${kid} is refused from now on; what it signed before stays verifiable in the ledger`];
}

/**
 * Puts a new key in front of the ring that seals secrets; the older ones go on opening what they sealed, which approvals seals anew when it
 * is started again.
 * @throws when the file is no ring, or cannot be written
 */
export function rotateSealRing(path: string, now = new Date()): string[] {
  const ring = withNewSealKey(readSealRing(path), now);
  replace(path, JSON.stringify(ring), 0o400);
  return [`${ring.keys[0]?.kid} seals from the next start of approvals on, which seals anew what older keys sealed`];
}
