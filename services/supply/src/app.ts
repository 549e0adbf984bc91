import { createA2aExtension } from "@quartermaster/agent/a2a";
import { createAgentService } from "@quartermaster/agent/service";
import { createExecutorService } from "@quartermaster/executor";
import { createTrytonStock } from "./adapters/tryton-stock.ts";
import { supplyAgent } from "./agent/agent-definition.ts";
import type { Config } from "./config.ts";
import { supplyExecutor } from "./execution/executor-definition.ts";

/** What `main.ts` starts and stops. */
export interface App {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the process of the configured role together. */
export async function createApp(config: Config): Promise<App> {
  if (config.role === "executor") return createExecutorService(supplyExecutor, config.executor, { tryton: createTrytonStock });
  return createAgentService(supplyAgent, config.agent, createA2aExtension(supplyAgent));
}
