import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadPasswords } from "../databases/passwords.ts";
import { homePaths } from "../home/home-paths.ts";
import { loadSealRing } from "../home/seal-ring.ts";
import { loadSigningKeys } from "../home/signing-keys.ts";
import { writeSecret } from "../home/write-secret.ts";
import { LaunchError } from "../launch-error.ts";
import { loadBusKeys } from "../nats/bus-keys.ts";
import type { SecretsConfig } from "./config.ts";
import { containerSecrets } from "./container-secrets.ts";
import { loadServerCertificates } from "./server-certificates.ts";

/** Names under which the servers are reached. */
const HOSTS = { nats: ["nats", "localhost", "127.0.0.1"], postgres: ["postgres", "localhost", "127.0.0.1"] };

/**
 * Makes the missing keys, passwords and certificates of an installation and hands every container role its own. Safe to run
 * at every start: what exists stays.
 * @returns the roles that got something.
 * @throws LaunchError when a role has no folder.
 */
export function prepareSecrets(config: SecretsConfig): string[] {
  const paths = homePaths(join(config.QM_VOLUMES, "prepare"));
  mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  loadSigningKeys(paths);
  loadSealRing(paths);
  const busKeys = loadBusKeys(paths);
  const passwords = loadPasswords(paths.passwords);
  const certificates = loadServerCertificates(join(paths.home, "tls"), HOSTS);
  const secrets = containerSecrets({ paths, passwords, busKeys, certificates, demo: config.QM_DEMO });
  for (const [role, files] of Object.entries(secrets)) {
    const folder = join(config.QM_VOLUMES, role);
    if (!existsSync(folder)) throw new LaunchError(`there is no volume at ${folder} for ${role}`);
    for (const [name, text] of Object.entries(files)) writeSecret(join(folder, name), text);
  }
  return Object.keys(secrets);
}
