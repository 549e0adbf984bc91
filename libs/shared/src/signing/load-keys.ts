import { readFileSync, statSync } from "node:fs";
import { AppError } from "../errors/index.ts";
import { createSigner, createVerifier, KeySet, PrivateKeyFile, type Signer, type Verifier } from "./keys.ts";
import { parseStrict } from "./parse-strict.ts";

/** How often the file of public keys is looked at, ms: a revoked key is refused this long after it was revoked. */
const LOOK_MS = 1_000;

/** Reads a private key file (mode 0400, one role's key). */
export function loadSigner(path: string): Signer {
  return createSigner(PrivateKeyFile.parse(parseStrict(readFileSync(path, "utf8"))));
}

/** Reads a public key set. @throws when the file cannot be read or is none. */
export const readKeySet = (path: string): KeySet => KeySet.parse(parseStrict(readFileSync(path, "utf8")));

/**
 * Reads the deployment's public key set, and reads it again when the file changed: keys are rotated and revoked without a restart of
 * those who verify. Public keys come from deploy-time configuration only, never from a message.
 * While the file cannot be read nothing verifies, and every check may be tried again (unavailable): a file that is being replaced, or a
 * process out of descriptors, says nothing about a message.
 * @param clock milliseconds, for tests.
 */
export function loadVerifier(path: string, clock: () => number = Date.now): Verifier {
  const mark = (): string => {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs}/${size}/${ino}`;
  };
  let seen = mark();
  let verifier: Verifier = createVerifier(readKeySet(path));
  let looked = clock();
  const current = (): Verifier => {
    if (Math.abs(clock() - looked) < LOOK_MS) return verifier;
    try {
      const now = mark();
      if (now !== seen) {
        verifier = createVerifier(readKeySet(path));
        seen = now;
      }
      looked = clock();
      return verifier;
    } catch (cause) {
      throw new AppError("unavailable", { detail: "the key set cannot be read", cause });
    }
  };
  return {
    verify: (purpose, signed, roles, now) => current().verify(purpose, signed, roles, now),
    keysOf: (role) => current().keysOf(role),
  };
}
