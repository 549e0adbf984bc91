import { createA2aExtension } from "@quartermaster/agent/a2a";
import { createAgentService } from "@quartermaster/agent/service";
import { createEventsPart } from "@quartermaster/events";
import { createExecutorService } from "@quartermaster/executor";
import { transitAgent } from "./agent/agent-definition.ts";
import type { Config } from "./config.ts";
import { transitEvents } from "./events/events-definition.ts";
import { transitExecutor } from "./execution/executor-definition.ts";

/** What `main.ts` starts and stops. */
export interface App {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the process of the configured role together. */
export async function createApp(config: Config): Promise<App> {
  if (config.role === "executor")
    return createExecutorService(transitExecutor, config.executor, {
      parts: config.events ? [createEventsPart(transitEvents, config.events)] : [],
    });
  return createAgentService(transitAgent, config.agent, createA2aExtension(transitAgent));
}
