import { readFileSync } from "node:fs";
import { createSigner, createVerifier, KeySet, PrivateKeyFile, type Signer, type Verifier } from "./keys.ts";
import { parseStrict } from "./parse-strict.ts";

/** Reads a private key file (mode 0400, one role's key). */
export function loadSigner(path: string): Signer {
  return createSigner(PrivateKeyFile.parse(parseStrict(readFileSync(path, "utf8"))));
}

/** Reads the deployment's public key set. Public keys come from deploy-time configuration only, never from a message. */
export function loadVerifier(path: string): Verifier {
  return createVerifier(KeySet.parse(parseStrict(readFileSync(path, "utf8"))));
}
