import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from "node:crypto";
import { z } from "zod";
import { AppError } from "../errors/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { storableJson } from "./storable-json.ts";

/** What a signature is for. Each purpose has its own prefix, so no signature can be reused across types. */
export type SigningPurpose =
  | "brief"
  | "result"
  | "preview"
  | "grant"
  | "receipt"
  | "epoch"
  | "epoch-now"
  | "request-token"
  | "revoke"
  | "settlement"
  | "ledger-head";

/** One public key of the deployment: `role` says whose it is (a bus role such as `supply` or `x_supply`). */
export const PublicKeyEntry = z.strictObject({
  kid: z.string().min(1).max(80),
  role: z.string().min(1).max(40),
  /** Base64url of the raw 32-byte Ed25519 public key. */
  publicKey: z.string().min(40).max(60),
  notBefore: z.iso.datetime(),
  notAfter: z.iso.datetime(),
});
export type PublicKeyEntry = z.infer<typeof PublicKeyEntry>;
export const KeySet = z.strictObject({ keys: z.array(PublicKeyEntry).max(200) });
export type KeySet = z.infer<typeof KeySet>;

/** A private signing key as stored in a 0400 file: `seed` is base64url of the 32-byte Ed25519 seed. */
export const PrivateKeyFile = z.strictObject({ kid: z.string(), role: z.string(), seed: z.string() });
export type PrivateKeyFile = z.infer<typeof PrivateKeyFile>;

/** A signed body. `body` is what was signed, in RFC 8785 form under the purpose's prefix. */
export interface Signed<T> {
  body: T;
  kid: string;
  signature: string;
}

export interface Signer {
  readonly kid: string;
  readonly role: string;
  /** Signs a body for one purpose; Ed25519, deterministic: the same body gives the same signature. */
  sign<T>(purpose: SigningPurpose, body: T): Signed<T>;
  /** The key itself, for agent card signatures (JWS EdDSA). */
  readonly privateKey: KeyObject;
}

export interface Verifier {
  /**
   * Verifies a signature made by one of the named roles and returns the body.
   * @param now the time that the key's validity is checked against (database or wall time).
   * @throws AppError key_unknown | signature_invalid | unavailable (the keys cannot be read now; only this one may be tried again)
   */
  verify<T>(purpose: SigningPurpose, signed: Signed<T>, roles: readonly string[], now?: Date): T;
  /** Public keys of a role, for agent cards. */
  keysOf(role: string): { kid: string; key: KeyObject }[];
}

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

const bytesToSign = (purpose: SigningPurpose, body: unknown): Buffer =>
  Buffer.concat([Buffer.from(`quartermaster/${purpose}/v1`), Buffer.from([0]), Buffer.from(canonicalJson(body))]);

/** Makes a new Ed25519 key pair for a role, valid for the given number of days. */
export function generateKey(
  role: string,
  kid: string,
  days = 3650,
  now = new Date(),
): { privateKey: PrivateKeyFile; publicKey: PublicKeyEntry } {
  const pair = generateKeyPairSync("ed25519");
  const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32).toString("base64url");
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64url");
  const notAfter = new Date(now.getTime() + days * 86_400_000);
  return {
    privateKey: { kid, role, seed },
    publicKey: { kid, role, publicKey, notBefore: new Date(now.getTime() - 60_000).toISOString(), notAfter: notAfter.toISOString() },
  };
}

/** Makes a signer from a private key file's content. */
export function createSigner(file: PrivateKeyFile): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, Buffer.from(file.seed, "base64url")]), format: "der", type: "pkcs8" });
  return {
    kid: file.kid,
    role: file.role,
    privateKey: key,
    sign(purpose, given) {
      // A text that was cut to a limit may end in half a character.
      const body = storableJson(given);
      return { body, kid: file.kid, signature: signBytes(null, bytesToSign(purpose, body), key).toString("base64url") };
    },
  };
}

/** Makes a verifier from the deployment's pinned key set. The algorithm is fixed; nothing is read from the message but `kid`. */
export function createVerifier(keySet: KeySet): Verifier {
  const keys = new Map(
    keySet.keys.map((entry) => {
      const key = createPublicKey({
        key: Buffer.concat([SPKI_PREFIX, Buffer.from(entry.publicKey, "base64url")]),
        format: "der",
        type: "spki",
      });
      return [entry.kid, { entry, key }] as const;
    }),
  );
  return {
    verify(purpose, signed, roles, now = new Date()) {
      const found = keys.get(signed.kid);
      if (!found || !roles.includes(found.entry.role))
        throw new AppError("key_unknown", { detail: `key ${signed.kid} may not sign ${purpose}` });
      const at = now.toISOString();
      if (at < found.entry.notBefore || at > found.entry.notAfter)
        throw new AppError("key_unknown", { detail: `key ${signed.kid} is not valid now` });
      const signature = Buffer.from(signed.signature, "base64url");
      // Decoding is lenient (spare bits, padding, blanks): only the one text that the signer wrote counts.
      const asWritten = signature.toString("base64url") === signed.signature;
      const ok = asWritten && verifyBytes(null, bytesToSign(purpose, signed.body), found.key, signature);
      if (!ok) throw new AppError("signature_invalid", { detail: `the ${purpose} signature of ${signed.kid} does not verify` });
      return signed.body;
    },
    keysOf: (role) => [...keys.values()].filter((k) => k.entry.role === role).map((k) => ({ kid: k.entry.kid, key: k.key })),
  };
}
