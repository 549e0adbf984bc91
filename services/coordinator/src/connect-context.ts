import { readFileSync } from "node:fs";
import { createCircuitBreaker, createOpenaiModel, createTokenizer, priceOf } from "@quartermaster/agent/agent";
import { connectBus } from "@quartermaster/shared/bus";
import { createIdempotentCalls, createOutbox, createPool, type DatabaseWatch, watchDatabase } from "@quartermaster/shared/db";
import { createFaults } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import { loadSigner, loadVerifier } from "@quartermaster/shared/signing";
import { createAgentDirectory } from "./agents/agent-directory.ts";
import { createCatalogue } from "./agents/catalogue.ts";
import type { Config } from "./config.ts";
import type { CoordinatorContext } from "./coordinator-context.ts";
import { createRequestNews } from "./events/request-news.ts";
import { createRoutingModel } from "./model/create-routing-model.ts";
import { ANSWERS } from "./rest/idempotency.ts";

const CONNECTIONS = 8;

export interface Connected {
  context: CoordinatorContext;
  database: DatabaseWatch;
  close(): Promise<void>;
}

/** Opens the database, the bus and the keys of this process. */
export async function connectContext(config: Config, log: Logger): Promise<Connected> {
  const pool = createPool({ url: config.databaseUrl, name: `coordinator-${config.instance}`, max: CONNECTIONS });
  const deletePool = createPool({ url: config.databaseUrl, name: `coordinator-outbox-${config.instance}`, max: 1, asyncCommit: true });
  const bus = await connectBus({
    url: config.nats.url,
    role: config.nats.role,
    name: `coordinator-${config.instance}`,
    nkeySeed: readFileSync(config.nats.seedFile, "utf8").trim(),
    ...(config.nats.caFile ? { tls: { caFile: config.nats.caFile } } : {}),
    log,
  });
  const apiKey = config.model.apiKey;
  const model = createCircuitBreaker(
    createOpenaiModel({ baseUrl: config.model.baseUrl, model: config.model.name, log, ...(apiKey ? { apiKey } : {}) }),
  );
  const tokenizer = await createTokenizer({
    model: config.model.name,
    setting: config.model.tokenizer ?? "auto",
    baseUrl: config.model.baseUrl,
  });
  const outbox = createOutbox({ pool, deletePool, bus, log });
  const verifier = loadVerifier(config.publicKeysFile);
  const database = watchDatabase(deletePool);
  const catalogue = createCatalogue({ pool, bus, verifier, log });
  const context: CoordinatorContext = {
    pool,
    outbox,
    answers: createIdempotentCalls(pool, ANSWERS),
    bus,
    log,
    signer: loadSigner(config.signingKeyFile),
    verifier,
    faults: createFaults(config.fault, config.testMode),
    model: createRoutingModel({ model, tokenizer, price: priceOf(config.model.prices ?? {}, config.model.name), log }),
    tokenizer,
    budgets: config.budgets,
    tenantTasks: config.tenantTasks,
    agents: createAgentDirectory(),
    catalogue,
    news: createRequestNews(),
    approvalsUrl: config.approvalsUrl,
  };
  return {
    context,
    database,
    async close() {
      database.stop();
      await outbox.stop();
      await bus.close();
      await Promise.allSettled([pool.end(), deletePool.end()]);
    },
  };
}
