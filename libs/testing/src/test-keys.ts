import { busRoles } from "@quartermaster/shared/bus";
import {
  createSigner,
  createVerifier,
  generateKey,
  type KeySet,
  type PrivateKeyFile,
  type Signer,
  type Verifier,
} from "@quartermaster/shared/signing";

export interface TestKeys {
  signer(role: string): Signer;
  privateKey(role: string): PrivateKeyFile;
  verifier: Verifier;
  keySet: KeySet;
}

/** Signing keys of all roles, in memory only; key ids as in a real deployment (`supply-1`). */
export function testKeys(roles: readonly string[] = busRoles().map((role) => role.role)): TestKeys {
  const pairs = new Map(roles.map((role) => [role, generateKey(role, `${role}-1`)]));
  const keySet: KeySet = { keys: [...pairs.values()].map((pair) => pair.publicKey) };
  const privateKey = (role: string): PrivateKeyFile => {
    const pair = pairs.get(role);
    if (!pair) throw new Error(`there is no test key for ${role}`);
    return pair.privateKey;
  };
  return { keySet, privateKey, verifier: createVerifier(keySet), signer: (role) => createSigner(privateKey(role)) };
}
