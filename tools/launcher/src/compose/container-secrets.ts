import { readFileSync } from "node:fs";
import { generateNatsConfig } from "@quartermaster/shared/bus";
import { AGENTS } from "@quartermaster/shared/contracts";
import { DATABASES } from "@quartermaster/shared/db";
import { databaseUrl } from "../databases/database-url.ts";
import type { Passwords } from "../databases/passwords.ts";
import { DATABASE_KEYS, type DatabaseKey } from "../databases/prepare-databases.ts";
import type { HomePaths } from "../home/home-paths.ts";
import type { ServerCertificates } from "./server-certificates.ts";

/** Where a container finds its own folder. */
const MOUNTED = "/run/quartermaster";
/** The image of the compose file; decides which settings the generated configuration may use. */
const NATS_VERSION = "2.15.0";
const HBA = `# Passwords over TLS only; nothing in the clear, nobody without a password.
local   all all     scram-sha-256
hostssl all all all scram-sha-256
`;

export interface SecretSources {
  paths: HomePaths;
  passwords: Passwords;
  busKeys: Record<string, string>;
  certificates: ServerCertificates;
  demo: boolean;
}

/** Files of each container role: folder → name → text. */
export type ContainerSecrets = Record<string, Record<string, string>>;

/** A database's address as the containers use it: verified TLS, the login of one role. */
function urlOf(passwords: Passwords, database: string, user: string): string {
  const server = `postgres://postgres:5432/?sslmode=verify-full&sslrootcert=${MOUNTED}/ca.crt`;
  return databaseUrl(server, { database, user, password: passwords.get(user) ?? "" });
}

function serviceSecrets(sources: SecretSources, role: string, key: DatabaseKey, login: string): Record<string, string> {
  const { paths, passwords, certificates } = sources;
  return {
    "database-url": urlOf(passwords, DATABASES[key].database, login),
    "nats.nk": readFileSync(paths.nkeySeed(role), "utf8"),
    "signing.key.json": readFileSync(paths.signingKey(role), "utf8"),
    "public.json": readFileSync(paths.publicKeys, "utf8"),
    "ca.crt": certificates.authority,
  };
}

function seedSecrets({ paths, passwords, certificates }: SecretSources): Record<string, string> {
  const urls = DATABASE_KEYS.map((key) => [`database-url-${key}`, urlOf(passwords, DATABASES[key].database, `qm_${key}_seed`)]);
  return { ...Object.fromEntries(urls), "nats.nk": readFileSync(paths.nkeySeed("seed"), "utf8"), "ca.crt": certificates.authority };
}

function serverSecrets({ passwords, busKeys, certificates }: SecretSources): ContainerSecrets {
  const { nats, postgres } = certificates.servers;
  const conf = generateNatsConfig({
    host: "0.0.0.0",
    port: 4222,
    storeDir: "/data",
    serverVersion: NATS_VERSION,
    publicKeys: busKeys,
    tls: { certFile: `${MOUNTED}/server.crt`, keyFile: `${MOUNTED}/server.key` },
    monitorPort: 8222,
  });
  return {
    nats: { "nats-server.conf": conf, "server.crt": nats?.certificate ?? "", "server.key": nats?.privateKey ?? "" },
    postgres: {
      "server.crt": postgres?.certificate ?? "",
      "server.key": postgres?.privateKey ?? "",
      "pg_hba.conf": HBA,
      password: passwords.get("postgres") ?? "",
    },
  };
}

/**
 * What each container gets to see, and nothing else: an agent's folder has the read-only login and no key that could sign a
 * receipt or a grant. The demo seeder's logins are handed out in demo mode only.
 */
export function containerSecrets(sources: SecretSources): ContainerSecrets {
  const { paths, passwords, certificates } = sources;
  const domains = AGENTS.flatMap((name) => [
    [name, serviceSecrets(sources, name, name, `qm_${name}_agent`)],
    [
      `${name}-executor`,
      {
        ...serviceSecrets(sources, `x_${name}`, name, `qm_${name}_executor`),
        "events-database-url": urlOf(passwords, DATABASES[name].database, `qm_${name}_events`),
      },
    ],
  ]);
  return {
    ...(Object.fromEntries(domains) as ContainerSecrets),
    ...serverSecrets(sources),
    coordinator: serviceSecrets(sources, "coordinator", "coordinator", "qm_coordinator"),
    approvals: {
      ...serviceSecrets(sources, "approvals", "approvals", "qm_approvals"),
      "seal.json": readFileSync(paths.sealRing, "utf8"),
    },
    bootstrap: { "nats.nk": readFileSync(paths.nkeySeed("bootstrap"), "utf8"), "ca.crt": certificates.authority },
    migrate: {
      "database-url": urlOf(passwords, "postgres", "postgres"),
      "passwords.json": JSON.stringify(Object.fromEntries(passwords)),
      "ca.crt": certificates.authority,
    },
    ...(sources.demo ? { seed: seedSecrets(sources) } : {}),
  };
}
