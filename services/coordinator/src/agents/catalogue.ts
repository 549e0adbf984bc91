import type { Bus } from "@quartermaster/shared/bus";
import { type AgentName, MAX_TOOLS_OF_AGENT, newId, subjects, ToolDescription } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";
import { checkCatalogue } from "./check-catalogue.ts";

const RPC_TIMEOUT_MS = 2_000;
const RpcReply = z.object({
  result: z.object({ tools: z.array(ToolDescription).max(MAX_TOOLS_OF_AGENT), card: z.json().optional() }).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** The tools of every agent seen so far, by the digest of their cards. */
export interface Catalogue {
  tools(): ToolDescription[];
  find(agent: AgentName, tool: string): ToolDescription | undefined;
  card(agent: AgentName): unknown;
  /** Fetches what stands behind a digest that is new here. */
  learn(agent: AgentName, digest: string): Promise<void>;
  /** Loads what earlier processes learned. */
  load(): Promise<void>;
}

interface Entry {
  digest: string;
  tools: ToolDescription[];
  card: unknown;
}

/** Asks any instance of an agent over the bus. @throws AppError unavailable | timeout */
export async function askAgent(
  bus: Pick<Bus, "request">,
  agent: string,
  method: string,
  params: Record<string, unknown>,
  timeoutMs = RPC_TIMEOUT_MS,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: newId("msg"), method, params });
  const reply = await bus.request(subjects.rpc(agent), body, { timeoutMs, headers: { "A2A-Version": "1.0" } });
  const answer = z
    .object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() })
    .parse(parseStrict(reply.body, { maxDepth: 40 }));
  if (answer.error) throw new AppError("unavailable", { detail: `${agent} answered ${method} with an error: ${answer.error.message}` });
  return answer.result;
}

export function createCatalogue(deps: { pool: Pool; bus: Pick<Bus, "request">; verifier: Verifier; log: Logger }): Catalogue {
  const byAgent = new Map<AgentName, Entry>();
  const asking = new Set<string>();
  const remember = async (agent: AgentName, entry: Entry) => {
    byAgent.set(agent, entry);
    await transaction(deps.pool, ALL_TENANTS, (tx) =>
      tx.query(
        `insert into agent_cards (agent, digest, tools, card) values ($1, $2, $3, $4)
         on conflict (agent, digest) do update set tools = excluded.tools, card = excluded.card, fetched_at = now()`,
        [agent, entry.digest, JSON.stringify(entry.tools), JSON.stringify(entry.card ?? null)],
      ),
    );
  };
  return {
    tools: () => [...byAgent.values()].flatMap((entry) => entry.tools),
    find: (agent, tool) => byAgent.get(agent)?.tools.find((description) => description.name === tool),
    card: (agent) => byAgent.get(agent)?.card ?? null,
    async learn(agent, digest) {
      if (byAgent.get(agent)?.digest === digest || asking.has(agent)) return;
      asking.add(agent);
      try {
        const reply = RpcReply.parse({ result: await askAgent(deps.bus, agent, "qm/GetCatalogue", {}) });
        if (reply.result) {
          await checkCatalogue(agent, digest, reply.result, deps.verifier);
          await remember(agent, { digest, tools: reply.result.tools, card: reply.result.card ?? null });
        }
        deps.log.info({ agent, digest, tools: reply.result?.tools.length ?? 0 }, "agent catalogue learned");
      } catch (error) {
        deps.log.warn({ agent, err: error }, "agent catalogue could not be fetched; the next heartbeat tries again");
      } finally {
        asking.delete(agent);
      }
    },
    async load() {
      const rows = await transaction(deps.pool, ALL_TENANTS, (tx) =>
        tx.query<{ agent: AgentName; digest: string; tools: ToolDescription[]; card: unknown }>(
          "select distinct on (agent) agent, digest, tools, card from agent_cards order by agent, fetched_at desc",
        ),
      );
      for (const row of rows.rows) byAgent.set(row.agent, { digest: row.digest, tools: row.tools, card: row.card });
    },
  };
}
