import { AGENTS, type AgentName, STREAMS } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import type { HttpServer } from "@quartermaster/shared/http";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Caller } from "../rest/caller.ts";
import { PRESENCE_LIMIT_MS } from "./agent-directory.ts";

interface InstanceRow {
  agent: AgentName;
  instance: string;
  state: string;
  inflight: number;
  last_seen: string;
  age_ms: number;
}

const INSTANCES = `select agent, instance, state, inflight, last_seen, (extract(epoch from now() - last_seen) * 1000)::int as age_ms
  from agent_instances where last_seen > now() - interval '1 hour' order by agent, instance`;
const OPEN_TASKS = "select agent, count(*)::int as open from tasks where finished_at is null group by agent";

const stateOf = (rows: InstanceRow[]): "ready" | "busy" | "draining" | "gone" => {
  const fresh = rows.filter((row) => row.age_ms < PRESENCE_LIMIT_MS).map((row) => row.state);
  if (fresh.includes("ready")) return "ready";
  if (fresh.includes("busy")) return "busy";
  return fresh.length > 0 ? "draining" : "gone";
};

async function queueDepth(context: Pick<CoordinatorContext, "bus">, agent: AgentName, open: number): Promise<number> {
  try {
    const info = await context.bus.consumerInfo(STREAMS.tasks, agent);
    return info.pending + info.ackPending;
  } catch {
    // Not every role may look at another role's durable; the database knows what was dispatched.
    return open;
  }
}

/** `GET /v1/agents` and `GET /v1/tools`. */
export function registerAgentRoutes(server: HttpServer, context: CoordinatorContext, caller: Caller): void {
  server.get("/v1/agents", async (request) => {
    await caller(request);
    const [instances, open] = await transaction(context.pool, ALL_TENANTS, async (tx) => [
      (await tx.query<InstanceRow & Record<string, unknown>>(INSTANCES)).rows,
      (await tx.query<{ agent: string; open: number }>(OPEN_TASKS)).rows,
    ]);
    const items = await Promise.all(
      AGENTS.map(async (name) => {
        const mine = instances.filter((row) => row.agent === name);
        return {
          name,
          state: stateOf(mine),
          queueDepth: await queueDepth(context, name, open.find((row) => row.agent === name)?.open ?? 0),
          card: context.catalogue.card(name),
          instances: mine.map((row) => ({
            id: row.instance,
            state: row.age_ms < PRESENCE_LIMIT_MS ? row.state : "gone",
            lastSeen: row.last_seen,
            inflight: row.inflight,
          })),
        };
      }),
    );
    return { items, nextCursor: null };
  });
  server.get("/v1/tools", async (request) => {
    await caller(request);
    return { items: context.catalogue.tools(), nextCursor: null };
  });
}
