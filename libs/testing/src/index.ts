export { findNatsServer } from "./find-nats-server.ts";
export { freePort } from "./free-port.ts";
export { aGrant, type GrantStep, grantMessage } from "./grant-builder.ts";
export { quietLog } from "./quiet-log.ts";
export { type StartNatsOptions, startNats, type TestNats } from "./start-nats.ts";
export { startPostgres, type TestPostgres } from "./start-postgres.ts";
export { cloneDatabase, createDatabases, type DatabaseName, migrationFolders, type TestDatabase, testPassword } from "./test-databases.ts";
export { type TestKeys, testKeys } from "./test-keys.ts";
export { until } from "./until.ts";
