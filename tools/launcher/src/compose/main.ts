import { createLogger } from "@quartermaster/shared/log";
import { repositoryFolder } from "../cli/repository.ts";
import { loadPasswords } from "../databases/passwords.ts";
import { prepareDatabases } from "../databases/prepare-databases.ts";
import { readBootstrapConfig, readDatabasesConfig, readGatewayConfig, readSecretsConfig } from "./config.ts";
import { startGateway } from "./gateway.ts";
import { prepareSecrets } from "./prepare-secrets.ts";
import { runBootstrap } from "./run-bootstrap.ts";

const [command = ""] = process.argv.slice(2);
const log = createLogger({ service: `compose-${command}` }, process.env.QM_LOG_LEVEL ?? "info");

/** Ends the process in good order on the first signal. */
function untilStopped(stop: () => Promise<void>): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop().finally(() => process.exit(0)));
}

const COMMANDS: Record<string, () => Promise<void>> = {
  async secrets() {
    log.info({ roles: prepareSecrets(readSecretsConfig(process.env)) }, "keys, passwords and certificates are in place");
  },
  async databases() {
    const config = readDatabasesConfig(process.env);
    const passwords = loadPasswords(config.QM_PASSWORDS_FILE);
    const applied = await prepareDatabases(config.QM_DATABASE_URL, passwords, repositoryFolder());
    log.info({ applied }, "databases are up to date");
  },
  async bootstrap() {
    untilStopped(await runBootstrap(readBootstrapConfig(process.env), log));
  },
  async gateway() {
    const gateway = await startGateway({ routes: readGatewayConfig(process.env).QM_ROUTES, log });
    log.info({ ports: gateway.ports }, "gateway ready");
    untilStopped(() => gateway.close());
  },
};

try {
  const run = COMMANDS[command];
  if (!run) throw new Error(`unknown command "${command}"; there are ${Object.keys(COMMANDS).join(", ")}`);
  await run();
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : "failed");
  process.exit(1);
}
