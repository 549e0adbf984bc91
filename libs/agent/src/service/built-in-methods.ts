import { type JsonObject, TenantId, type ToolDescription } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import type { RpcMethod } from "./serve-rpc.ts";
import type { TaskStore, Toolset } from "./task-store.ts";
import { readTrajectory } from "./trajectory.ts";

const TrajectoryParams = z.strictObject({
  tenant: TenantId,
  requestId: z.string().max(40),
  cursor: z
    .string()
    .regex(/^\d{1,4}:\d{1,6}$/)
    .nullish(),
});

/** Methods that the coordinator asks every agent: what a request's tasks did, and which tools there are. */
export function builtInMethods<P>(
  definition: AgentDefinition<P>,
  tools: readonly ToolDescription[],
  toolset: Toolset,
  store: TaskStore,
): Record<string, RpcMethod> {
  return {
    "qm/GetTrajectory": async (params) => {
      const parsed = TrajectoryParams.safeParse(params);
      if (!parsed.success) throw new AppError("invalid_request", { detail: parsed.error.issues[0]?.message ?? "wrong parameters" });
      return await readTrajectory(store, parsed.data.tenant, parsed.data.requestId, parsed.data.cursor ?? null);
    },
    "qm/GetCatalogue": async () => ({
      agent: definition.agent,
      description: definition.description,
      ...toolset,
      tools: tools as unknown as JsonObject[],
    }),
  };
}
