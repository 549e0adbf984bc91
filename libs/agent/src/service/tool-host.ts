import { type Pool, transaction } from "@quartermaster/shared/db";
import type { ToolHost } from "../agent/execute-call.ts";
import type { AgentDefinition } from "./agent-definition.ts";

/** Read ports of one tenant: each use is one read-only transaction with the business time of the database. */
export function createToolHost<P>(
  pool: Pool,
  tenant: string,
  definition: Pick<AgentDefinition<P>, "createPorts" | "recordAudit">,
): ToolHost<P> {
  const { recordAudit } = definition;
  return {
    ...(recordAudit
      ? { audit: (taskId, tool, audit) => transaction(pool, tenant, (tx) => recordAudit(tx, { tenant, taskId, tool, audit })) }
      : {}),
    withPorts: (work) =>
      transaction(pool, tenant, async (tx) => {
        await tx.query("set transaction read only");
        const time = await tx.query<{ now: string }>({ name: "business-now", text: "select business_now($1) as now", values: [tenant] });
        return await work(definition.createPorts(tx), time.rows[0]?.now ?? new Date().toISOString());
      }),
  };
}
