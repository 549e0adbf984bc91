import { AGENT_ENV, type AgentConfig, readAgentConfig } from "@quartermaster/agent/service";
import { type EventsConfig, eventsEnv } from "@quartermaster/events";
import { type ExecutorConfig, executorEnv } from "@quartermaster/executor";
import { readEnv } from "@quartermaster/shared/config";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

/** One process has one side: the agent with its model, or the executor (which also takes in events) with the write role. */
export type Config =
  | { role: "agent"; agent: AgentConfig }
  | { role: "executor"; executor: ExecutorConfig; events: (ExecutorConfig & EventsConfig) | null };

const ROLES = ["agent", "executor", "events"] as const;
const Roles = z.array(z.enum(ROLES)).min(1);

/** Reads the process's environment. @throws AppError config_invalid naming every problem */
export function readConfig(env: Record<string, string | undefined>): Config {
  const roles = Roles.safeParse((env.QM_ROLES ?? "agent").split(",").map((role) => role.trim()));
  if (!roles.success) throw new AppError("config_invalid", { detail: `QM_ROLES: known roles are ${ROLES.join(", ")}` });
  const isAgent = roles.data.includes("agent");
  if (isAgent && roles.data.length > 1)
    throw new AppError("config_invalid", {
      detail: "QM_ROLES: agent and executor need credentials of their own, so they are separate processes",
    });
  if (isAgent) return { role: "agent", agent: readAgentConfig(env) };
  if (!roles.data.includes("executor"))
    throw new AppError("config_invalid", { detail: "QM_ROLES: events live in the executor's process, which signs their receipts" });
  // One set of settings may be given to every process of the service.
  const executorOnly = Object.fromEntries(Object.entries(env).filter(([name]) => !(name in AGENT_ENV) || name in executorEnv));
  if (!roles.data.includes("events")) return { role: "executor", executor: readEnv(executorEnv, executorOnly), events: null };
  const both = readEnv({ ...executorEnv, ...eventsEnv }, executorOnly);
  return { role: "executor", executor: both, events: both };
}
