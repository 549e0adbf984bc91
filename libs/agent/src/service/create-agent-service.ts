import type { BusConsumer } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { createOutbox, watchDatabase } from "@quartermaster/shared/db";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import { contentHash } from "@quartermaster/shared/signing";
import { priceOf } from "../agent/prices.ts";
import { createToolRegistry } from "../agent/tool-registry.ts";
import { COMMON_RULES } from "../agent/transcript.ts";
import { createMcpSource } from "../mcp/mcp-source.ts";
import { RUN_PROGRAM } from "../program/program-tool.ts";
import type { AgentConfig } from "./agent-config.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { type AgentPorts, openPorts } from "./agent-ports.ts";
import type { AgentExtension, AgentServices } from "./agent-services.ts";
import { builtInMethods } from "./built-in-methods.ts";
import { createFeed } from "./feed.ts";
import { createMetrics } from "./metrics.ts";
import { onDeadTask, onTaskAssigned, type TaskHandlerDeps } from "./on-task-assigned.ts";
import { startPresence } from "./presence.ts";
import { serveRpc } from "./serve-rpc.ts";
import { createTaskControl } from "./task-control.ts";
import { createTaskStore } from "./task-store.ts";

/** Time that running tasks get on drain before they are given back. */
const DRAIN_MS = 20_000;

/** A process as `main.ts` sees it. */
export interface AgentService {
  readonly http: HttpServer;
  start(): Promise<void>;
  /** Graceful: no new tasks, running ones finish or are given back, at most 25 s. */
  stop(): Promise<void>;
}

type Phase = "starting" | "up" | "draining";

const isLoopback = (host: string): boolean => host === "127.0.0.1" || host === "::1" || host === "localhost";

const notReady = (phase: Phase, connected: boolean, database: boolean): string | null => {
  if (phase !== "up") return phase === "draining" ? "the process is draining" : "the process is starting";
  if (!database) return "the database does not answer";
  return connected ? null : "the bus is not connected";
};

/** Builds the parts of the process around its ports; nothing runs yet. */
function compose<P>(definition: AgentDefinition<P>, config: AgentConfig, ports: AgentPorts) {
  const { agent } = definition;
  const { bus, pool, asyncPool, log, signer, verifier, model, tokenizer } = ports;
  const outside = createMcpSource(config.mcpTools?.[agent] ?? [], log);
  const registry = createToolRegistry(agent, [...definition.tools, ...outside.tools]);
  const toolset = {
    agentVersion: definition.version,
    toolsetHash: registry.toolsetHash,
    // How tools are offered is part of what a task was begun with.
    promptHash: contentHash([definition.prompt, COMMON_RULES, ...(config.codeTools ? [RUN_PROGRAM] : [])]),
  };
  const store = createTaskStore(pool, asyncPool);
  const outbox = createOutbox({ pool, deletePool: asyncPool, bus, log });
  const metrics = createMetrics(agent);
  const control = createTaskControl({ agent, bus, store, log });
  const { running, wasCancelled, changed: onChange } = control;
  const feed = createFeed({ bus, agent, instance: config.instance, log });
  const faults = createFaults(config.fault, config.test && isLoopback(config.httpHost));
  const shared = { bus, pool, outbox, store, signer, verifier, toolset, log };
  const handler: TaskHandlerDeps<P> = {
    ...shared,
    definition,
    registry,
    model,
    tokenizer,
    programs: config.codeTools ?? false,
    price: priceOf(config.model.prices ?? {}, model.name),
    metrics,
    feed,
    faults,
    instance: config.instance,
    running,
    wasCancelled,
    onChange,
  };
  const tools = registry.tools.map((entry) => entry.description);
  const services: AgentServices = { ...shared, config, agent, tools, cancelTask: control.cancel, subscribe: control.subscribe };
  return { control, handler, services, metrics, store, outbox, toolset, tools, outside };
}

/** Takes up work: cancel and rpc subscriptions first, then tasks, then presence. @returns how to stop it again. */
async function takeUpWork<P>(
  definition: AgentDefinition<P>,
  extension: AgentExtension,
  parts: ReturnType<typeof compose<P>>,
  phase: () => Phase,
) {
  const { control, handler, services, metrics, store, toolset, tools } = parts;
  const { agent, bus, config, log } = services;
  control.start();
  const own = extension.rpcMethods?.(services) ?? {};
  const methods = { ...builtInMethods(definition, tools, toolset, store, own["qm/GetCard"]), ...own };
  const onRpc = extension.onRpc?.bind(extension);
  const rpc = serveRpc({ bus, agent, instance: config.instance, methods, onRpc: onRpc && ((message) => onRpc(message, services)), log });
  const options = { slots: config.taskSlots, onDeadLetter: onDeadTask({ store, metrics }) };
  const consumer: BusConsumer = await bus.consumeTasks(STREAMS.tasks, agent, onTaskAssigned(handler), options);
  const presence = startPresence(bus, () => {
    const inflight = control.running.size;
    const state = phase() === "draining" ? "draining" : inflight >= config.taskSlots ? "busy" : "ready";
    const cardDigest = extension.cardDigest?.(services) ?? contentHash([agent, toolset, definition.description, definition.skills]);
    return { agent, instance: config.instance, state, inflight, cardDigest, url: config.publicUrl };
  });
  return async () => {
    presence.announce();
    await consumer.stop(DRAIN_MS);
    presence.stop();
    await Promise.all([rpc.stop(), control.stop()]);
  };
}

/**
 * Makes the whole process of role `agent`: task stream, tool loop, presence, bus rpc, and the HTTP server. Nothing listens
 * or consumes before `start`.
 */
export async function createAgentService<P>(
  definition: AgentDefinition<P>,
  config: AgentConfig,
  extension: AgentExtension = {},
  given: Partial<AgentPorts> = {},
): Promise<AgentService> {
  const ports = await openPorts(config, definition.agent, given);
  const { bus, pool, asyncPool, log } = ports;
  const parts = compose(definition, config, ports);
  let phase: Phase = "starting";
  let putDownWork: (() => Promise<void>) | undefined;
  const stopping = new AbortController();
  const database = watchDatabase(asyncPool);
  const http = createServer({
    log,
    notReadyBecause: () => notReady(phase, bus.health().connected, database.answers()),
    metrics: () =>
      parts.metrics.text({
        inflight: parts.control.running.size,
        model_circuit_open: ports.model.open ? 1 : 0,
        outside_tools_refused: Object.values(parts.outside.states()).filter((state) => state !== "ok" && state !== "unchecked").length,
      }),
    health: () => (parts.outside.tools.length > 0 ? { outsideTools: parts.outside.states() } : {}),
    bodyLimitBytes: 524_288,
  });
  await extension.mount?.(http, parts.services);
  return {
    http,
    async start() {
      await pool.query("select 1 from agent_tasks limit 1");
      await http.listen({ host: config.httpHost, port: config.httpPort });
      parts.outbox.start();
      putDownWork = await takeUpWork(definition, extension, parts, () => phase);
      phase = "up";
      // Not waited for: what a server outside does must not keep the agent from its work.
      parts.outside.check(stopping.signal).catch(() => {});
      log.info({ tools: parts.tools.length, model: ports.model.name, port: config.httpPort }, "agent started");
    },
    async stop() {
      phase = "draining";
      stopping.abort();
      database.stop();
      await putDownWork?.();
      await parts.outside.close();
      await parts.outbox.stop();
      await http.close();
      await bus.close();
      await Promise.all([pool.end(), asyncPool.end()]);
      log.info("agent stopped");
    },
  };
}
