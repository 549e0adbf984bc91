import { type JsonObject, TenantId, type ToolDescription } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import type { RpcMethod } from "./serve-rpc.ts";
import type { TaskStore, Toolset } from "./task-store.ts";
import { readTaskTrajectory, readTrajectory } from "./trajectory.ts";

const TrajectoryParams = z.union([
  z.strictObject({ tenant: TenantId, taskId: z.string().max(40), fromStep: z.number().int().nonnegative().default(0) }),
  z.strictObject({
    tenant: TenantId,
    requestId: z.string().max(40),
    cursor: z
      .string()
      .regex(/^\d{1,4}:\d{1,6}$/)
      .nullish(),
  }),
]);

/**
 * Methods that the coordinator asks every agent: what a task or a request's tasks did, and which tools there are.
 * @param getCard the signed card, where there is one.
 */
export function builtInMethods<P>(
  definition: AgentDefinition<P>,
  tools: readonly ToolDescription[],
  toolset: Toolset,
  store: TaskStore,
  getCard?: RpcMethod,
): Record<string, RpcMethod> {
  return {
    "qm/GetTrajectory": async (params) => {
      const parsed = TrajectoryParams.safeParse(params);
      if (!parsed.success) throw new AppError("invalid_request", { detail: "a tenant with a taskId or a requestId is needed" });
      const { data } = parsed;
      if ("requestId" in data) return await readTrajectory(store, data.tenant, data.requestId, data.cursor ?? null);
      const found = await readTaskTrajectory(store, data.tenant, data.taskId, data.fromStep);
      if (!found) throw new AppError("not_found");
      return found;
    },
    "qm/GetCatalogue": async (params, headers) => ({
      agent: definition.agent,
      description: definition.description,
      ...toolset,
      tools: tools as unknown as JsonObject[],
      ...(getCard ? { card: await getCard(params, headers) } : {}),
    }),
  };
}
