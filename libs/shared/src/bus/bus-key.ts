import { createUser } from "@nats-io/nkeys";

export interface BusKey {
  /** Secret; the text of a seed file. */
  seed: string;
  /** Goes into the server's configuration. */
  publicKey: string;
}

/** Makes a new nkey for a bus user. */
export function createBusKey(): BusKey {
  const pair = createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}
