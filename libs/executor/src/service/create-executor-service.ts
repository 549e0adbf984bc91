import { readFileSync } from "node:fs";
import { type Bus, type BusConsumer, connectBus } from "@quartermaster/shared/bus";
import { AGENTS, STREAMS } from "@quartermaster/shared/contracts";
import { createOutbox, createPool, watchDatabase } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer } from "@quartermaster/shared/http";
import { createLogger, type Logger } from "@quartermaster/shared/log";
import { loadSigner, loadVerifier, type Signer } from "@quartermaster/shared/signing";
import { linkSystem, type TrytonConnector } from "../adapter/link-system.ts";
import type { ExecutorDefinition } from "../effect-handler.ts";
import { createEpochWatch } from "../epoch/create-epoch-watch.ts";
import { storeEpoch } from "../execution/store-epoch.ts";
import { askFacts } from "../facts/ask-facts.ts";
import { createHandlerRegistry } from "../grant/accepted-schemas.ts";
import { createReconciler } from "../outside/create-reconciler.ts";
import { answerRequests } from "./answer-requests.ts";
import { type Counters, createCounters } from "./counters.ts";
import type { ExecutorConfig } from "./executor-config.ts";
import type { ExecutorPart } from "./executor-part.ts";
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
function laterBus(current: () => Bus | undefined): Pick<Bus, "publish" | "request"> {
  const connected = (): Bus => {
    const bus = current();
    if (bus) return bus;
    throw new AppError("unavailable", { detail: "the bus is not connected" });
  };
  return { publish: async (...args) => connected().publish(...args), request: async (...args) => connected().request(...args) };
}

/** Who may ask this executor: approvals, and the executors of other domains for facts. */
const ASKERS = ["_INBOX_approvals.", ...AGENTS.map((name) => `_INBOX_x_${name}.`)];

const connect = (config: ExecutorConfig, role: string, log: Logger): Promise<Bus> =>
  connectBus({
    url: config.QM_NATS_URL,
    role: config.QM_NATS_ROLE,
    name: `${role}-${config.QM_INSTANCE}`,
    nkeySeed: readFileSync(config.QM_NATS_SEED_FILE, "utf8").trim(),
    ...(config.QM_NATS_CA_FILE ? { tls: { caFile: config.QM_NATS_CA_FILE } } : {}),
    replyPrefixes: ASKERS,
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

/** What a process adds to the executor of its domain. */
export interface ExecutorExtras {
  /** What else lives in the process, such as the intake of world events. */
  parts?: readonly ExecutorPart[];
  /** How this domain talks to Tryton. */
  tryton?: TrytonConnector;
}

/**
 * Makes the process of role `executor`: previews, grants, receipts, look-ups and epochs of one domain, and its outside system if it has
 * one. No model.
 */
export function createExecutorService(
  definition: ExecutorDefinition,
  config: ExecutorConfig,
  extras: ExecutorExtras = {},
): ExecutorService {
  const parts = extras.parts ?? [];
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
  const busLater = laterBus(() => bus);
  const outbox = createOutbox({ pool, deletePool, bus: busLater, log });
  const outside = linkSystem(config, definition.outside, extras);
  const registry = createHandlerRegistry(definition);
  const epochs = createEpochWatch({ bus: busLater, verifier, store: async (record) => await storeEpoch({ pool }, record), log });
  const ports: ExecutorPorts = {
    definition,
    registry,
    pool,
    outbox,
    signer,
    verifier,
    epochs,
    facts: (tenant, selectors) => askFacts(busLater, verifier, tenant, selectors),
    faults,
    log,
    ...(outside ? { outside } : {}),
  };
  const reconciler = isLinked(ports) ? createReconciler(ports) : undefined;
  const counters = createCounters();
  const database = watchDatabase(deletePool);
  const notReadyBecause = () =>
    !bus?.health().connected
      ? "bus"
      : !database.answers()
        ? "database"
        : consumer === undefined
          ? "grants"
          : (parts.map((part) => part.notReadyBecause()).find((reason) => reason !== null) ?? null);
  const http = createServer({ log, notReadyBecause, metrics: () => counters.text(consumer?.inflight ?? 0) });

  for (const part of parts) part.mount({ http, bus: busLater, signer, verifier, faults, log });

  return {
    async start() {
      await http.listen({ host: config.QM_HTTP_HOST, port: config.QM_HTTP_PORT });
      bus = await connect(config, role, log);
      await pool.query("select 1");
      outbox.start();
      answering = answerRequests(ports, bus);
      reconciler?.start();
      consumer = await takeGrants(ports, bus, counters);
      for (const part of parts) await part.start();
      log.info({ domain: definition.domain, system: outside?.system.name ?? "postgres" }, "executor ready");
    },
    async stop() {
      database.stop();
      await consumer?.stop(15_000);
      await reconciler?.stop();
      await Promise.all(parts.map((part) => part.stop()));
      await Promise.all(answering.map((subscription) => subscription.stop()));
      await outbox.stop();
      await bus?.close();
      await http.close();
      await Promise.all([pool.end(), deletePool.end()]);
    },
  };
}
