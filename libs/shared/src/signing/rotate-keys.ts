import { AppError } from "../errors/index.ts";
import { generateKey, type KeySet, type PrivateKeyFile, type PublicKeyEntry } from "./keys.ts";

const kidsOf = (set: KeySet, role: string): PublicKeyEntry[] => set.keys.filter((entry) => entry.role === role);

/** The next key id of a role: `approvals-3` after `approvals-2`, whatever became of the older ones. Ids are never used twice. */
export function nextKid(set: KeySet, role: string): string {
  const numbers = kidsOf(set, role).map((entry) => Number(/-(\d{1,6})$/.exec(entry.kid)?.[1] ?? 0));
  return `${role}-${Math.max(0, ...numbers) + 1}`;
}

const endingAt = (entry: PublicKeyEntry, at: string): PublicKeyEntry => (entry.notAfter < at ? entry : { ...entry, notAfter: at });

/**
 * Adds a new key for a role; its older ones end after the overlap, in which what they signed is still accepted. Ended keys stay in the
 * set: they verify the past.
 * @param overlapMs longer than anything signed has to wait.
 * @throws AppError key_unknown when the role signs nothing.
 */
export function rotateKey(
  set: KeySet,
  role: string,
  overlapMs: number,
  now = new Date(),
): { keySet: KeySet; privateKey: PrivateKeyFile; replaced: string[] } {
  const own = kidsOf(set, role);
  if (own.length === 0) throw new AppError("key_unknown", { detail: `no key of ${role} is in the set` });
  const until = new Date(now.getTime() + overlapMs).toISOString();
  const { privateKey, publicKey } = generateKey(role, nextKid(set, role), undefined, now);
  const replaced = own.filter((entry) => entry.notAfter > until).map((entry) => entry.kid);
  const keys = set.keys.map((entry) => (entry.role === role ? endingAt(entry, until) : entry));
  return { keySet: { keys: [...keys, publicKey] }, privateKey, replaced };
}

/** Ends a key now: nothing that it signed is accepted from here on. @throws AppError key_unknown */
export function revokeKey(set: KeySet, kid: string, now = new Date()): KeySet {
  if (!set.keys.some((entry) => entry.kid === kid)) throw new AppError("key_unknown", { detail: `no key ${kid} is in the set` });
  const at = now.toISOString();
  return { keys: set.keys.map((entry) => (entry.kid === kid ? endingAt(entry, at) : entry)) };
}
