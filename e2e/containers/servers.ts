import { BUS_USERS, createBusKey, generateNatsConfig } from "@quartermaster/shared/bus";
import { DATABASES } from "@quartermaster/shared/db";
import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { createAuthority, createServerCertificate } from "../../tools/launcher/src/compose/certificates.ts";

/** Certificates as the compose file's set-up makes them. */
export const authority = createAuthority();
const certificate = createServerCertificate(authority, ["localhost", "127.0.0.1"]);
const START_MS = 120_000;

export interface BusServer {
  url: string;
  port: number;
  /** nkey seed of every bus user. */
  seeds: Record<string, string>;
  container: StartedTestContainer;
}

/** Starts the bus as the compose file does: the generated accounts, TLS demanded. */
export async function startBus(image = "nats:2.15-alpine"): Promise<BusServer> {
  const keys = Object.fromEntries(BUS_USERS.map((user) => [user, createBusKey()]));
  const content = generateNatsConfig({
    host: "0.0.0.0",
    port: 4222,
    storeDir: "/data",
    serverVersion: "2.15.0",
    publicKeys: Object.fromEntries(Object.entries(keys).map(([user, key]) => [user, key.publicKey])),
    tls: { certFile: "/etc/qm/server.crt", keyFile: "/etc/qm/server.key" },
  });
  const container = await new GenericContainer(image)
    .withCopyContentToContainer([
      { content, target: "/etc/qm/nats-server.conf" },
      { content: certificate.certificate, target: "/etc/qm/server.crt" },
      { content: certificate.privateKey, target: "/etc/qm/server.key" },
    ])
    .withCommand(["--config", "/etc/qm/nats-server.conf"])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .withStartupTimeout(START_MS)
    .start();
  const port = container.getMappedPort(4222);
  return {
    url: `tls://127.0.0.1:${port}`,
    port,
    seeds: Object.fromEntries(Object.entries(keys).map(([user, key]) => [user, key.seed])),
    container,
  };
}

export interface DatabaseServer {
  /** Superuser's address; `sslrootcert` is the file with the authority. */
  adminUrl(sslrootcert: string): string;
  port: number;
  container: StartedTestContainer;
}

const ADMIN_PASSWORD = "only-for-this-container";
// As in the compose file: a key that others can read is refused, so it is copied to a place of the server's own.
const START_POSTGRES = `install -d -o postgres -g postgres -m 700 /run/tls
install -o postgres -g postgres -m 600 /etc/qm/* /run/tls/
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file=/run/tls/server.crt -c ssl_key_file=/run/tls/server.key -c hba_file=/run/tls/pg_hba.conf`;

/** Starts the database server as the compose file does: passwords over TLS only. */
export async function startDatabase(image = "postgres:17"): Promise<DatabaseServer> {
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: ADMIN_PASSWORD })
    .withCopyContentToContainer([
      { content: certificate.certificate, target: "/etc/qm/server.crt" },
      { content: certificate.privateKey, target: "/etc/qm/server.key" },
      { content: "local all all scram-sha-256\nhostssl all all all scram-sha-256\n", target: "/etc/qm/pg_hba.conf" },
    ])
    .withEntrypoint(["bash", "-euc", START_POSTGRES])
    .withExposedPorts(5432)
    .withHealthCheck({ test: ["CMD-SHELL", "pg_isready -q -h 127.0.0.1"], interval: 1_000, timeout: 5_000, retries: 120 })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(START_MS)
    .start();
  const port = container.getMappedPort(5432);
  return {
    port,
    container,
    adminUrl: (sslrootcert) =>
      `postgres://postgres:${ADMIN_PASSWORD}@127.0.0.1:${port}/postgres?sslmode=verify-full&sslrootcert=${sslrootcert}`,
  };
}

/** Every login role of the product. */
export const LOGINS: readonly string[] = Object.values(DATABASES).flatMap((plan) => plan.roles);
