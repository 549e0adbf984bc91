import { createUser, fromSeed } from "@nats-io/nkeys";

export interface BusKey {
  /** Secret; the text of a seed file. */
  seed: string;
  /** Goes into the server's configuration. */
  publicKey: string;
}

/** Whether a text is a whole seed and the public key is its own. */
export function isBusKey(key: BusKey): boolean {
  try {
    return fromSeed(new TextEncoder().encode(key.seed)).getPublicKey() === key.publicKey;
  } catch {
    // A seed that was cut off has no key.
    return false;
  }
}

/** Makes a new nkey for a bus user. */
export function createBusKey(): BusKey {
  const pair = createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}
