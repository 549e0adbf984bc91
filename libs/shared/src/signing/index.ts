export { canonicalJson, type Json } from "./canonical-json.ts";
export { contentHash } from "./content-hash.ts";
export {
  createSigner,
  createVerifier,
  generateKey,
  KeySet,
  PrivateKeyFile,
  PublicKeyEntry,
  type Signed,
  type Signer,
  type SigningPurpose,
  type Verifier,
} from "./keys.ts";
export { loadSigner, loadVerifier, readKeySet } from "./load-keys.ts";
export { type ParseStrictOptions, parseStrict } from "./parse-strict.ts";
export { cardHashOf, planHashOf, stepContentHash, stepEffectKey, stepMeaningKey } from "./plan-hashes.ts";
export { nextKid, revokeKey, rotateKey } from "./rotate-keys.ts";
export { createSealRing, isSealed, readSealRing, type SealRing, SealRingFile, withNewSealKey } from "./seal-ring.ts";
export { storableJson } from "./storable-json.ts";
export { toolJsonSchema, toolSchemaHash } from "./tool-schema-hash.ts";
