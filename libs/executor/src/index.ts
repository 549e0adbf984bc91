export { exactQuantity, parseExact } from "./adapter/exact-numbers.ts";
export { createHttpSystem, type HttpSystemOptions } from "./adapter/http-system.ts";
export { outsideKey } from "./adapter/outside-key.ts";
export type {
  ApplyOutcome,
  LookupOutcome,
  OutsideEffect,
  OutsideRecord,
  OutsideResult,
  OutsideSystem,
  RepeatRule,
} from "./adapter/outside-system.ts";
export { createTrytonClient, type TrytonClient, type TrytonOptions, TrytonRefusal } from "./adapter/tryton-client.ts";
export type {
  Applied,
  ApplyContext,
  DescribeContext,
  EffectDescription,
  EffectHandler,
  ExecutorDefinition,
  FoundRecord,
} from "./effect-handler.ts";
export { compareDecimals } from "./execution/compare-decimals.ts";
export { executeGrant } from "./execution/execute-grant.ts";
export { receiptMessage } from "./execution/receipt-message.ts";
export { recordId } from "./execution/record-id.ts";
export { storeEpoch } from "./execution/store-epoch.ts";
export { askFacts } from "./facts/ask-facts.ts";
export { type StatedFacts, withStatedFacts } from "./facts/stated-facts.ts";
export { createHandlerRegistry, type HandlerRegistry } from "./grant/accepted-schemas.ts";
export { reconcileCalls } from "./outside/create-reconciler.ts";
export type { OutsideLink, OutsideMapping } from "./outside/outside-link.ts";
export { previewStep } from "./preview/preview-step.ts";
export { stateFacts } from "./preview/state-facts.ts";
export { createExecutorService, type ExecutorService } from "./service/create-executor-service.ts";
export { type ExecutorConfig, executorEnv } from "./service/executor-config.ts";
export type { ExecutorPart, PartServices } from "./service/executor-part.ts";
export type { ExecutorPorts } from "./service/executor-ports.ts";
export { handleGrantMessage } from "./service/handle-grant-message.ts";
