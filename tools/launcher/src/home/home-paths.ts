import { join } from "node:path";

/** Where everything of one stack lives under QM_HOME. */
export interface HomePaths {
  home: string;
  lock: string;
  run: string;
  processes: string;
  stack: string;
  alive: string;
  logs: string;
  keys: string;
  publicKeys: string;
  sealRing: string;
  nats: string;
  bin: string;
  postgres: string;
  passwords: string;
  signingKey(role: string): string;
  nkeySeed(role: string): string;
  log(role: string, replica: number): string;
}

/** Names the files and folders of a data folder. */
export function homePaths(home: string): HomePaths {
  const run = join(home, "run");
  const keys = join(home, "keys");
  const nats = join(home, "nats");
  const logs = join(home, "logs");
  return {
    home,
    run,
    lock: join(home, "launcher.lock"),
    processes: join(run, "processes.json"),
    stack: join(run, "stack.json"),
    alive: join(run, "alive.json"),
    logs,
    keys,
    publicKeys: join(keys, "public.json"),
    sealRing: join(keys, "approvals.seal.json"),
    nats,
    bin: join(home, "bin"),
    postgres: join(home, "postgres"),
    passwords: join(home, "secrets", "database.json"),
    signingKey: (role) => join(keys, `${role}.key.json`),
    nkeySeed: (role) => join(nats, `${role}.nk`),
    log: (role, replica) => join(logs, `${role}-${replica}.log`),
  };
}
