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
