import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUS_USERS, createBusKey, isBusKey } from "@quartermaster/shared/bus";
import type { HomePaths } from "../home/home-paths.ts";
import { writeSecret } from "../home/write-secret.ts";

/**
 * Makes the missing keys of the bus users, each seed in a file of its own that only its owner reads, and returns the public ones. A seed
 * that is half-written or not the one of its public key, as a process leaves it that dies between the files, counts as missing.
 */
export function loadBusKeys(paths: HomePaths): Record<string, string> {
  const file = join(paths.nats, "public-keys.json");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  const keys: Record<string, string> = {};
  for (const user of BUS_USERS) {
    const publicKey = known[user];
    const path = paths.nkeySeed(user);
    if (publicKey !== undefined && existsSync(path) && isBusKey({ seed: readFileSync(path, "utf8").trim(), publicKey })) {
      keys[user] = publicKey;
      continue;
    }
    const made = createBusKey();
    writeSecret(path, made.seed);
    keys[user] = made.publicKey;
  }
  writeSecret(file, JSON.stringify(keys, null, 2));
  return keys;
}
