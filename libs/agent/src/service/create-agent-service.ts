import { readFileSync } from "node:fs";
import { type Bus, type BusConsumer, connectBus } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { createOutbox, createPool, type Pool } from "@quartermaster/shared/db";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import { createLogger, type Logger } from "@quartermaster/shared/log";
import { contentHash, loadSigner, loadVerifier, type Signer, type Verifier } from "@quartermaster/shared/signing";
import type { Model } from "../agent/model.ts";
import { createOpenaiModel } from "../agent/openai-model.ts";
import { createToolRegistry } from "../agent/tool-registry.ts";
import { COMMON_RULES } from "../agent/transcript.ts";
import type { AgentConfig } from "./agent-config.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import type { AgentExtension, AgentServices } from "./agent-services.ts";
import { builtInMethods } from "./built-in-methods.ts";
import { createFeed } from "./feed.ts";
import { createMetrics } from "./metrics.ts";
import { onDeadTask, onTaskAssigned } from "./on-task-assigned.ts";
import { type PresenceBeacon, startPresence } from "./presence.ts";
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

/** Real parts that tests replace. */
export interface AgentPorts {
  bus: Bus;
  pool: Pool;
  asyncPool: Pool;
  model: Model;
  signer: Signer;
  verifier: Verifier;
  log: Logger;
}

const isLoopback = (host: string): boolean => host === "127.0.0.1" || host === "::1" || host === "localhost";

async function openPorts(config: AgentConfig, agent: string, given: Partial<AgentPorts>): Promise<AgentPorts> {
  const name = `${agent}-${config.instance}`;
  const log = given.log ?? createLogger({ service: agent, role: "agent", instance: config.instance }, config.logLevel);
  const url = config.databaseUrl.reveal();
  return {
    log,
    signer: given.signer ?? loadSigner(config.signingKeyFile),
    verifier: given.verifier ?? loadVerifier(config.publicKeysFile),
    pool: given.pool ?? createPool({ url, name, max: 4 }),
    asyncPool: given.asyncPool ?? createPool({ url, name: `${name}-async`, max: 2, asyncCommit: true }),
    model:
      given.model ??
      createOpenaiModel({
        baseUrl: config.model.baseUrl,
        model: config.model.name,
        ...(config.model.apiKey ? { apiKey: config.model.apiKey } : {}),
      }),
    bus:
      given.bus ??
      (await connectBus({
        url: config.natsUrl,
        role: config.natsRole,
        name,
        nkeySeed: readFileSync(config.natsSeedFile, "utf8").trim(),
        replyPrefixes: ["_INBOX_coordinator."],
        log,
      })),
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
  const { agent } = definition;
  const ports = await openPorts(config, agent, given);
  const { bus, pool, asyncPool, log, signer, verifier } = ports;
  const registry = createToolRegistry(agent, definition.tools);
  const toolset = {
    agentVersion: definition.version,
    toolsetHash: registry.toolsetHash,
    promptHash: contentHash([definition.prompt, COMMON_RULES]),
  };
  const store = createTaskStore(pool, asyncPool);
  const outbox = createOutbox({ pool, deletePool: asyncPool, bus, log });
  const metrics = createMetrics(agent);
  const control = createTaskControl({ agent, bus, store, log });
  let consumer: BusConsumer | undefined;
  let presence: PresenceBeacon | undefined;
  let rpc: { stop(): Promise<void> } | undefined;
  let state: "starting" | "up" | "draining" = "starting";
  const tools = registry.tools.map((entry) => entry.description);
  const services: AgentServices = {
    config,
    agent,
    bus,
    pool,
    outbox,
    store,
    signer,
    verifier,
    toolset,
    tools,
    log,
    cancelTask: control.cancel,
    subscribe: control.subscribe,
  };
  const inflight = () => control.running.size;
  const cardDigest = () => extension.cardDigest?.(services) ?? contentHash([agent, toolset, definition.description, definition.skills]);
  const presenceState = () => (state === "draining" ? "draining" : inflight() >= config.taskSlots ? "busy" : "ready");
  const notReadyBecause = () => {
    if (state !== "up") return state === "draining" ? "the process is draining" : "the process is starting";
    return bus.health().connected ? null : "the bus is not connected";
  };
  const http = createServer({ log, notReadyBecause, metrics: () => metrics.text({ inflight: inflight() }), bodyLimitBytes: 524_288 });
  await extension.mount?.(http, services);

  return {
    http,
    async start() {
      await pool.query("select 1 from agent_tasks limit 1");
      await http.listen({ host: config.httpHost, port: config.httpPort });
      outbox.start();
      control.start();
      const methods = { ...builtInMethods(definition, tools, toolset, store), ...extension.rpcMethods?.(services) };
      const onRpc = extension.onRpc?.bind(extension);
      rpc = serveRpc({ bus, agent, instance: config.instance, methods, onRpc: onRpc && ((message) => onRpc(message, services)), log });
      const handlerDeps = {
        definition,
        registry,
        pool,
        store,
        model: ports.model,
        metrics,
        log,
        bus,
        outbox,
        signer,
        verifier,
        toolset,
        feed: createFeed({ bus, agent, instance: config.instance, log }),
        faults: createFaults(config.fault, config.test && isLoopback(config.httpHost)),
        instance: config.instance,
        running: control.running,
        wasCancelled: control.wasCancelled,
        onChange: control.changed,
      };
      consumer = await bus.consumeTasks(STREAMS.tasks, agent, onTaskAssigned(handlerDeps), {
        slots: config.taskSlots,
        onDeadLetter: onDeadTask({ store, metrics }),
      });
      state = "up";
      presence = startPresence(bus, () => ({
        agent,
        instance: config.instance,
        state: presenceState(),
        inflight: inflight(),
        cardDigest: cardDigest(),
        url: config.publicUrl,
      }));
      log.info({ tools: tools.length, model: ports.model.name, port: config.httpPort }, "agent started");
    },
    async stop() {
      state = "draining";
      presence?.announce();
      await consumer?.stop(DRAIN_MS);
      presence?.stop();
      await Promise.all([rpc?.stop(), control.stop()]);
      await outbox.stop();
      await http.close();
      await bus.close();
      await Promise.all([pool.end(), asyncPool.end()]);
      log.info("agent stopped");
    },
  };
}
