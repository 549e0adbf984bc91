import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUS_USERS, createBusKey } from "@quartermaster/shared/bus";
import type { HomePaths } from "../home/home-paths.ts";

/** Makes the missing keys of the bus users, each seed in a file of its own that only its owner reads, and returns the public ones. */
export function loadBusKeys(paths: HomePaths): Record<string, string> {
  const file = join(paths.nats, "public-keys.json");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  const keys: Record<string, string> = {};
  for (const user of BUS_USERS) {
    const publicKey = known[user];
    if (publicKey !== undefined && existsSync(paths.nkeySeed(user))) {
      keys[user] = publicKey;
      continue;
    }
    const made = createBusKey();
    writeFileSync(paths.nkeySeed(user), made.seed, { mode: 0o400 });
    keys[user] = made.publicKey;
  }
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}
