import { createA2aExtension } from "@quartermaster/agent/a2a";
import { createAgentService } from "@quartermaster/agent/service";
import { createEventsPart } from "@quartermaster/events";
import { createExecutorService } from "@quartermaster/executor";
import { createTrytonTariffCodes } from "./adapters/tryton-tariff-codes.ts";
import { exportControlAgent } from "./agent/agent-definition.ts";
import type { Config } from "./config.ts";
import { exportControlEvents } from "./events/events-definition.ts";
import { exportControlExecutor } from "./execution/executor-definition.ts";

/** What `main.ts` starts and stops. */
export interface App {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the process of the configured role together. */
export async function createApp(config: Config): Promise<App> {
  if (config.role === "executor")
    return createExecutorService(exportControlExecutor, config.executor, {
      tryton: createTrytonTariffCodes,
      parts: config.events ? [createEventsPart(exportControlEvents, config.events)] : [],
    });
  return createAgentService(exportControlAgent, config.agent, createA2aExtension(exportControlAgent));
}
