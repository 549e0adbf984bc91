import { readFileSync } from "node:fs";
import { type Bus, type BusConsumer, type BusMessage, connectBus } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { createOutbox, createPool, type Outbox, type Pool, transaction } from "@quartermaster/shared/db";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import { loadSigner, loadVerifier, type Signer, type Verifier } from "@quartermaster/shared/signing";
import type { Config } from "./config.ts";
import { serveConsole } from "./console/serve-console.ts";
import { registerDecisionRoutes } from "./decision/decision-routes.ts";
import { createAccess } from "./http/access.ts";
import { collectMetrics } from "./http/collect-metrics.ts";
import type { RouteDeps } from "./http/route-deps.ts";
import { type InboxDeps, onPlanMessage } from "./inbox/on-plan-message.ts";
import { onReceiptMessage } from "./inbox/on-receipt-message.ts";
import { createSealer } from "./ledger/create-sealer.ts";
import { registerLedgerRoutes } from "./ledger/ledger-routes.ts";
import { registerPolicyRoutes } from "./policy/policy-routes.ts";
import { createExecutorPort } from "./previews/ask-executor.ts";
import { registerClaimRoutes } from "./queue/claim-routes.ts";
import { registerHealthRoute } from "./queue/health-route.ts";
import { registerQueueRoutes } from "./queue/queue-routes.ts";
import { createQueueStreams, type QueueStreams } from "./queue/queue-stream.ts";
import { createSweeper } from "./sweeper/create-sweeper.ts";
import { registerTokenRoutes } from "./tokens/token-routes.ts";

/** What tests put in place of the real thing. */
export interface Ports {
  bus: Bus;
  signer: Signer;
  verifier: Verifier;
}

export interface App {
  http: HttpServer;
  start(): Promise<void>;
  /** Ends gracefully: messages and requests in hand are finished, the outbox is emptied. */
  stop(): Promise<void>;
}

const POOL_SIZE = 8;
const SLOTS = 8;

async function storeDeadLetter(pool: Pool, message: BusMessage, code: string, detail: string): Promise<void> {
  const tenant = /^qm\.(?:plan|execute)\.([^.]+)\.|^qm\.receipt\.[^.]+\.([^.]+)\./.exec(message.subject);
  const name = tenant?.[1] ?? tenant?.[2] ?? "default";
  const values = [
    name,
    message.subject,
    code,
    detail.slice(0, 1_000),
    message.body.replaceAll(String.fromCharCode(0), "\u2400").slice(0, 100_000),
  ];
  await transaction(
    pool,
    name,
    async (tx) => await tx.query("insert into dead_letters (tenant, subject, code, detail, body) values ($1, $2, $3, $4, $5)", values),
  );
}

/** Takes plans, commands and receipts from the bus. */
async function consumeAll(bus: Bus, inbox: InboxDeps): Promise<BusConsumer[]> {
  const options = {
    slots: SLOTS,
    onDeadLetter: async (message: BusMessage, code: string, detail: string) => {
      inbox.log.warn({ subject: message.subject, code, detail }, "message put aside");
      await storeDeadLetter(inbox.pool, message, code, detail);
    },
  };
  return await Promise.all([
    bus.consume(STREAMS.plans, "approvals", async (message) => await onPlanMessage(inbox, message), options),
    bus.consume(STREAMS.plans, "approvals_execute", async (message) => await onPlanMessage(inbox, message), options),
    bus.consume(STREAMS.receipts, "approvals", async (message) => await onReceiptMessage(inbox, message), options),
  ]);
}

function registerRoutes(deps: RouteDeps, streams: QueueStreams): void {
  deps.server.get("/v1/approvals/events", async (request, reply) => {
    const viewer = await deps.access.read(request);
    const last = request.headers["last-event-id"];
    await streams.open(viewer, reply, typeof last === "string" ? last : undefined);
  });
  registerHealthRoute(deps);
  registerQueueRoutes(deps);
  registerDecisionRoutes(deps);
  registerClaimRoutes(deps);
  registerLedgerRoutes(deps);
  registerPolicyRoutes(deps);
  registerTokenRoutes(deps);
}

/** Composes the approvals service: inbox, queue, decisions, grants, ledger, sweepers and its part of the console. */
export async function createApp(config: Config, log: Logger, ports: Partial<Ports> = {}): Promise<App> {
  const url = config.databaseUrl.reveal();
  const pool = createPool({ url, name: `approvals-${config.instance}`, max: POOL_SIZE });
  const deletePool = createPool({ url, name: `approvals-outbox-${config.instance}`, max: 2, asyncCommit: true });
  const signer = ports.signer ?? loadSigner(config.signingKeyFile);
  const verifier = ports.verifier ?? loadVerifier(config.publicKeysFile);
  const bus =
    ports.bus ??
    (await connectBus({
      url: config.nats.url,
      role: config.nats.role,
      name: `approvals-${config.instance}`,
      nkeySeed: readFileSync(config.nats.seedFile, "utf8").trim(),
      ...(config.nats.caFile ? { tls: { caFile: config.nats.caFile } } : {}),
      log,
    }));
  const outbox: Outbox = createOutbox({ pool, deletePool, bus, log });
  const faults = createFaults(config.fault, config.testMode);
  const inbox: InboxDeps = { pool, outbox, executors: createExecutorPort(bus, verifier), signer, verifier, faults, log };
  const sealer = createSealer({ pool, signer, log });
  const sweeper = createSweeper(inbox, bus);
  const streams = createQueueStreams(pool, log);
  let consumers: BusConsumer[] = [];
  let databaseReady = false;
  const notReadyBecause = (): string | null => {
    if (!databaseReady) return "database";
    if (!bus.health().connected) return "bus";
    return consumers.length === 0 ? "streams" : null;
  };
  const server = createServer({ log, notReadyBecause, metrics: async () => await collectMetrics({ pool, bus }) });
  registerRoutes({ ...inbox, server, access: createAccess(config, pool), config }, streams);
  serveConsole(server, config.consoleDir, config.oidc?.issuer);
  return {
    http: server,
    async start() {
      await server.listen({ host: config.host, port: config.port });
      await pool.query("select 1");
      databaseReady = true;
      outbox.start();
      consumers = await consumeAll(bus, inbox);
      sealer.start();
      sweeper.start();
      log.info({ port: config.port, demo: config.demo }, "approvals ready");
    },
    async stop() {
      streams.stop();
      await Promise.all(consumers.map(async (consumer) => await consumer.stop(20_000)));
      await server.close();
      await sweeper.stop();
      await sealer.stop();
      await outbox.stop();
      if (!ports.bus) await bus.close();
      await Promise.all([pool.end(), deletePool.end()]);
    },
  };
}
