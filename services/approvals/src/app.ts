import { readFileSync } from "node:fs";
import { BUS_DOMAINS, type Bus, type BusConsumer, connectBus } from "@quartermaster/shared/bus";
import { createIdempotentCalls, createOutbox, createPool, type Outbox, watchDatabase } from "@quartermaster/shared/db";
import { createEgress } from "@quartermaster/shared/egress";
import { createFaults } from "@quartermaster/shared/faults";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import {
  createSealRing,
  loadSigner,
  loadVerifier,
  readSealRing,
  type SealRing,
  type Signer,
  type Verifier,
} from "@quartermaster/shared/signing";
import type { Config } from "./config.ts";
import { serveConsole } from "./console/serve-console.ts";
import { createAccess } from "./http/access.ts";
import { collectMetrics } from "./http/collect-metrics.ts";
import { registerRoutes } from "./http/register-routes.ts";
import { ANSWERS } from "./http/with-idempotency.ts";
import { consumeAll } from "./inbox/consume-all.ts";
import type { InboxDeps } from "./inbox/on-plan-message.ts";
import { answerEpochs } from "./kill-switch/answer-epochs.ts";
import { createEpochTeller } from "./kill-switch/tell-epochs.ts";
import { createSealer } from "./ledger/create-sealer.ts";
import { createMailer } from "./notifications/delivery/create-mailer.ts";
import { createNotifier } from "./notifications/delivery/create-notifier.ts";
import { sealStoredSecrets } from "./notifications/settings/seal-stored-secrets.ts";
import { createExecutorPort } from "./previews/ask-executor.ts";
import { createQueueStreams } from "./queue/queue-stream.ts";
import { createSweeper } from "./sweeper/create-sweeper.ts";

/** What tests put in place of the real thing. */
export interface Ports {
  bus: Bus;
  signer: Signer;
  verifier: Verifier;
  ring: SealRing;
}

export interface App {
  http: HttpServer;
  start(): Promise<void>;
  /** Ends gracefully: messages and requests in hand are finished, the outbox is emptied. */
  stop(): Promise<void>;
}

const POOL_SIZE = 8;
/** Who may ask this service over the bus. */
const ASKERS = BUS_DOMAINS.map((domain) => `_INBOX_x_${domain}.`);

/** Connects with this process's own key, unless a test brings a bus. */
async function openBus(config: Config, log: Logger): Promise<Bus> {
  const { url, role, seedFile, caFile } = config.nats;
  const nkeySeed = readFileSync(seedFile, "utf8").trim();
  const name = `approvals-${config.instance}`;
  return await connectBus({ url, role, name, nkeySeed, log, replyPrefixes: ASKERS, ...(caFile ? { tls: { caFile } } : {}) });
}

/** Composes the approvals service: inbox, queue, decisions, grants, ledger, sweepers and its part of the console. */
export async function createApp(config: Config, log: Logger, ports: Partial<Ports> = {}): Promise<App> {
  const url = config.databaseUrl.reveal();
  const pool = createPool({ url, name: `approvals-${config.instance}`, max: POOL_SIZE });
  const deletePool = createPool({ url, name: `approvals-outbox-${config.instance}`, max: 2, asyncCommit: true });
  // Of its own: executors wait for this answer, which must not stand in line behind a rush of decisions.
  const epochPool = createPool({ url, name: `approvals-epochs-${config.instance}`, max: 1, statementTimeoutMs: 2_000 });
  const signer = ports.signer ?? loadSigner(config.signingKeyFile);
  const verifier = ports.verifier ?? loadVerifier(config.publicKeysFile);
  const ring = ports.ring ?? createSealRing(() => readSealRing(config.sealRingFile));
  const bus = ports.bus ?? (await openBus(config, log));
  const outbox: Outbox = createOutbox({ pool, deletePool, bus, log });
  const faults = createFaults(config.fault, config.testMode);
  const inbox: InboxDeps = { pool, outbox, executors: createExecutorPort(bus, verifier), signer, verifier, faults, log };
  const sealer = createSealer({ pool, signer, log });
  const epochs = createEpochTeller({ pool, bus, signer, log });
  const sweeper = createSweeper(inbox, bus, epochs, config.outcomeTimeoutMs);
  const streams = createQueueStreams(pool, log);
  const { consoleUrl, egressAllow, egressCaFile, mail, mailDomains } = config.notifications;
  const egress = createEgress({ allow: egressAllow, ...(egressCaFile ? { ca: [readFileSync(egressCaFile, "utf8")] } : {}) });
  const mailer = mail && createMailer({ url: mail.url.reveal(), from: mail.from, caFile: mail.caFile });
  const notifier = createNotifier({ pool, egress, ring, mailer, faults, log, consoleUrl });
  let consumers: BusConsumer[] = [];
  let answering: { stop(): Promise<void> } | undefined;
  let databaseReady = false;
  const database = watchDatabase(deletePool);
  const notReadyBecause = (): string | null => {
    if (!databaseReady || !database.answers()) return "database";
    if (!bus.health().connected) return "bus";
    return consumers.length === 0 ? "streams" : null;
  };
  const server = createServer({ log, notReadyBecause, metrics: async () => await collectMetrics({ pool, bus }) });
  const answers = createIdempotentCalls(pool, ANSWERS);
  const notifications = { egress, ring, mailDomains, sendsMail: mailer !== undefined };
  registerRoutes({ ...inbox, answers, epochs, server, access: createAccess(config, pool), config, ...notifications }, streams);
  serveConsole(server, config.consoleDir, config.oidc?.issuer);
  return {
    http: server,
    async start() {
      await server.listen({ host: config.host, port: config.port });
      await pool.query("select 1");
      await sealStoredSecrets(pool, ring, log);
      databaseReady = true;
      outbox.start();
      answering = answerEpochs({ pool: epochPool, bus, signer, log });
      consumers = await consumeAll(bus, inbox);
      sealer.start();
      sweeper.start();
      notifier.start();
      log.info({ port: config.port, demo: config.demo }, "approvals ready");
    },
    async stop() {
      streams.stop();
      database.stop();
      await Promise.all(consumers.map(async (consumer) => await consumer.stop(20_000)));
      await server.close();
      await answering?.stop();
      await Promise.all([sweeper.stop(), notifier.stop()]);
      await sealer.stop();
      await outbox.stop();
      if (!ports.bus) await bus.close();
      await Promise.all([pool.end(), deletePool.end(), epochPool.end()]);
    },
  };
}
