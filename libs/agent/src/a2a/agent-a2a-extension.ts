import { AgentCard } from "@a2a-js/sdk";
import { type AgentName, type JsonObject, type Role, subjects } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createAuthenticator, createRateLimit } from "@quartermaster/shared/http";
import type { AgentDefinition } from "../service/agent-definition.ts";
import type { AgentExtension, AgentServices } from "../service/agent-services.ts";
import { verifyBrief } from "../service/parse-task-message.ts";
import { A2A_RATE } from "./a2a-rate.ts";
import { buildCard, cardDigest, signCard } from "./agent-card.ts";
import { createAgentTaskSource } from "./agent-task-source.ts";
import { DurableRequestHandler } from "./durable-request-handler.ts";
import { mountA2a } from "./fastify-a2a.ts";
import { createNatsResponder } from "./nats-server.ts";
import type { A2aCaller } from "./task-source.ts";

/** The brief inside a SendMessage body, if it carries one; anything else needs a user's token. */
function briefIn(body: unknown): unknown {
  const parts = (body as { params?: { message?: { parts?: { data?: { brief?: unknown } }[] } } })?.params?.message?.parts;
  return Array.isArray(parts) ? parts.find((part) => part?.data?.brief !== undefined)?.data?.brief : undefined;
}

function createCallerCheck(services: AgentServices): (authorization: string | undefined, body: unknown) => Promise<A2aCaller> {
  const findUser = async (tenant: string, user: string): Promise<readonly Role[] | null> => {
    const text = "select u.roles from demo_users u join tenants t on t.tenant = u.tenant and t.demo where u.tenant = $1 and u.id = $2";
    const found = await transaction(services.pool, tenant, (tx) => tx.query<{ roles: Role[] }>(text, [tenant, user]));
    return found.rows[0]?.roles ?? null;
  };
  const { demo, oidc } = services.config;
  const authenticate = createAuthenticator({ demo, findUser, ...(oidc ? { oidc } : {}) });
  return async (authorization, body) => {
    const brief = briefIn(body);
    if (brief === undefined) {
      const { user, tenant, roles } = await authenticate(authorization);
      return { user, tenant, roles, authorization };
    }
    try {
      const verified = verifyBrief(brief, services.agent as AgentName, services.verifier);
      if (verified.origin !== "brief") throw new AppError("unauthenticated");
      return { user: "coordinator", tenant: verified.brief.body.tenant, roles: [], authorization: undefined };
    } catch (cause) {
      throw new AppError("unauthenticated", { detail: "the brief does not verify", cause });
    }
  };
}

/**
 * Gives an agent process its A2A faces: the signed card and JSON-RPC over HTTP, and the NATS binding on the agent's rpc
 * subjects (messages with an `A2A-Version` header). Both end in one durable request handler.
 */
export function createA2aExtension<P>(definition: AgentDefinition<P>): AgentExtension {
  let card: AgentCard | undefined;
  let respond: ReturnType<typeof createNatsResponder> | undefined;
  const currentCard = async (): Promise<AgentCard> => {
    if (!card) throw new AppError("not_ready");
    return card;
  };
  return {
    async mount(server, services) {
      const { agent, description, version, skills } = { ...definition, agent: services.agent };
      const content = {
        name: agent,
        description,
        version,
        skills,
        url: `${services.config.publicUrl}/a2a/jsonrpc`,
        natsSubject: subjects.rpc(agent),
        tools: services.tools,
      };
      card = await signCard(buildCard(content), services.signer);
      const handler = new DurableRequestHandler(createAgentTaskSource(services), currentCard);
      const authenticate = createCallerCheck(services);
      const limit = createRateLimit(A2A_RATE);
      mountA2a(server, { handler, authenticate, limit });
      respond = createNatsResponder({ handler, authenticate, limit, instance: services.config.instance, log: services.log });
    },
    rpcMethods: () => ({ "qm/GetCard": async () => AgentCard.toJSON(await currentCard()) as JsonObject }),
    async onRpc(message) {
      if (!message.headers.has("a2a-version") || !respond) return false;
      // Not awaited: a stream may last minutes and must not hold up the next message of the subscription.
      void respond(message);
      return true;
    },
    cardDigest: () => (card ? cardDigest(card) : ""),
  };
}
