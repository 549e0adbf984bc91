export { type BootstrapLoop, type BootstrapOptions, bootstrapStreams, startBootstrapLoop } from "./bootstrap-streams.ts";
export { type BusKey, createBusKey, isBusKey } from "./bus-key.ts";
export { connectBus } from "./connect-bus.ts";
export { generateNatsConfig, type NatsConfigOptions } from "./generate-nats-config.ts";
export { lintBusRoles, lintNatsConfig } from "./lint-nats-config.ts";
export { type ConnectionSettings, openConnection } from "./open-connection.ts";
export { A2A_CLIENT_ROLE, BOOTSTRAP_ROLE, BUS_DOMAINS, BUS_USERS, type BusRole, busRoles, COORDINATOR_A2A_ROLE } from "./roles.ts";
export { atLeastVersion } from "./server-version.ts";
export {
  type Bus,
  type BusConsumer,
  type BusHandler,
  type BusHealth,
  type BusMessage,
  type ConnectBusOptions,
  type ConsumeOptions,
  type CoreMessage,
  NakLater,
  type PublishOptions,
} from "./types.ts";
