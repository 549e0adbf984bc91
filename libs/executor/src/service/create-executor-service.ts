import { readFileSync } from "node:fs";
import { type Bus, type BusConsumer, connectBus } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { createOutbox, createPool } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer } from "@quartermaster/shared/http";
import { createLogger, type Logger } from "@quartermaster/shared/log";
import { loadSigner, loadVerifier, type Signer } from "@quartermaster/shared/signing";
import { linkSystem, type TrytonConnector } from "../adapter/link-system.ts";
import type { ExecutorDefinition } from "../effect-handler.ts";
import { createHandlerRegistry } from "../grant/accepted-schemas.ts";
import { createReconciler } from "../outside/create-reconciler.ts";
import { answerRequests } from "./answer-requests.ts";
import { type Counters, createCounters } from "./counters.ts";
import type { ExecutorConfig } from "./executor-config.ts";
import { type ExecutorPorts, isLinked } from "./executor-ports.ts";
import { handleGrantMessage, storeDeadGrant } from "./handle-grant-message.ts";

/** A running part of a process. */
export interface ExecutorService {
  start(): Promise<void>;
  /** Ends gracefully: running grants finish, the outbox empties. */
  stop(): Promise<void>;
}

const POOL_SIZE = 4;
const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** The outbox is made before the bus is connected; until then its messages wait for the sweeper. */
const laterBus = (current: () => Bus | undefined): Pick<Bus, "publish"> => ({
  async publish(...args) {
    const bus = current();
    if (!bus) throw new AppError("unavailable", { detail: "the bus is not connected" });
    await bus.publish(...args);
  },
});

const connect = (config: ExecutorConfig, role: string, log: Logger): Promise<Bus> =>
  connectBus({
    url: config.QM_NATS_URL,
    role: config.QM_NATS_ROLE,
    name: `${role}-${config.QM_INSTANCE}`,
    nkeySeed: readFileSync(config.QM_NATS_SEED_FILE, "utf8").trim(),
    ...(config.QM_NATS_CA_FILE ? { tls: { caFile: config.QM_NATS_CA_FILE } } : {}),
    replyPrefixes: ["_INBOX_approvals."],
    log,
  });

function openSigner(config: ExecutorConfig, role: string): Signer {
  const signer = loadSigner(config.QM_SIGNING_KEY_FILE);
  if (signer.role === role) return signer;
  throw new AppError("config_invalid", { detail: `QM_SIGNING_KEY_FILE holds a key of ${signer.role}, not of ${role}` });
}

/** Takes grants off the stream; what cannot be approvals' own is kept for people. */
const takeGrants = (ports: ExecutorPorts, bus: Bus, counters: Counters): Promise<BusConsumer> =>
  bus.consume(
    STREAMS.grants,
    ports.definition.domain,
    async (message) => {
      const receipt = await handleGrantMessage(ports, message);
      counters.count(receipt?.outcome ?? "noted");
      if (!receipt) return;
      const { grantId, requestId, tool, outcome, code } = receipt;
      ports.log.info({ grantId, requestId, tool, outcome, code }, "grant answered");
    },
    { slots: POOL_SIZE, onDeadLetter: (message, code, detail) => storeDeadGrant(ports, message, code, detail) },
  );

/** Makes the process of role `executor`: previews, grants, receipts, look-ups and epochs of one domain, and its outside system if it has one. No model. */
export function createExecutorService(
  definition: ExecutorDefinition,
  config: ExecutorConfig,
  connectors: { tryton?: TrytonConnector } = {},
): ExecutorService {
  const role = `x_${definition.domain}`;
  const log = createLogger({ service: `${definition.domain}-executor`, instance: config.QM_INSTANCE }, config.QM_LOG_LEVEL);
  const signer = openSigner(config, role);
  const verifier = loadVerifier(config.QM_PUBLIC_KEYS_FILE);
  const faults = createFaults(config.QM_FAULT, config.QM_TEST && LOOPBACK.has(config.QM_HTTP_HOST));
  const url = config.QM_DATABASE_URL.reveal();
  const pool = createPool({ url, name: role, max: POOL_SIZE });
  const deletePool = createPool({ url, name: `${role}-outbox`, max: 1, asyncCommit: true });
  let bus: Bus | undefined;
  let consumer: BusConsumer | undefined;
  let answering: { stop(): Promise<void> }[] = [];
  const outbox = createOutbox({ pool, deletePool, bus: laterBus(() => bus), log });
  const outside = linkSystem(config, definition.outside, connectors);
  const registry = createHandlerRegistry(definition);
  const ports: ExecutorPorts = { definition, registry, pool, outbox, signer, verifier, faults, log, ...(outside ? { outside } : {}) };
  const reconciler = isLinked(ports) ? createReconciler(ports) : undefined;
  const counters = createCounters();
  const notReadyBecause = () => (!bus?.health().connected ? "bus" : consumer === undefined ? "grants" : null);
  const http = createServer({ log, notReadyBecause, metrics: () => counters.text(consumer?.inflight ?? 0) });

  return {
    async start() {
      await http.listen({ host: config.QM_HTTP_HOST, port: config.QM_HTTP_PORT });
      bus = await connect(config, role, log);
      await pool.query("select 1");
      outbox.start();
      answering = answerRequests(ports, bus);
      reconciler?.start();
      consumer = await takeGrants(ports, bus, counters);
      log.info({ domain: definition.domain, system: outside?.system.name ?? "postgres" }, "executor ready");
    },
    async stop() {
      await consumer?.stop(15_000);
      await reconciler?.stop();
      await Promise.all(answering.map((subscription) => subscription.stop()));
      await outbox.stop();
      await bus?.close();
      await http.close();
      await Promise.all([pool.end(), deletePool.end()]);
    },
  };
}
