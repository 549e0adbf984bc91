export { findNatsServer } from "./find-nats-server.ts";
export { freePort } from "./free-port.ts";
export { quietLog } from "./quiet-log.ts";
export { type StartNatsOptions, startNats, type TestNats } from "./start-nats.ts";
export { type TestKeys, testKeys } from "./test-keys.ts";
export { until } from "./until.ts";
