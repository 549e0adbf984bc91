import { createA2aExtension } from "@quartermaster/agent/a2a";
import { createAgentService } from "@quartermaster/agent/service";
import { createEventsPart } from "@quartermaster/events";
import { createExecutorService } from "@quartermaster/executor";
import { createTrytonStock } from "./adapters/tryton-stock.ts";
import { supplyAgent } from "./agent/agent-definition.ts";
import type { Config } from "./config.ts";
import { supplyEvents } from "./events/events-definition.ts";
import { supplyExecutor } from "./execution/executor-definition.ts";

/** What `main.ts` starts and stops. */
export interface App {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the process of the configured role together. */
export async function createApp(config: Config): Promise<App> {
  if (config.role === "executor")
    return createExecutorService(supplyExecutor, config.executor, {
      tryton: createTrytonStock,
      parts: config.events ? [createEventsPart(supplyEvents, config.events)] : [],
    });
  return createAgentService(supplyAgent, config.agent, createA2aExtension(supplyAgent));
}
