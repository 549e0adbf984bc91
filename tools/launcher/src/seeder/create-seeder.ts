import { readFileSync } from "node:fs";
import { type Bus, connectBus } from "@quartermaster/shared/bus";
import { subjects } from "@quartermaster/shared/contracts";
import { createPool } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import type { SeederConfig } from "./config.ts";
import { readSeedRequest, type SeedReply, World } from "./seed-request.ts";
import { addMissingUsers, isSeeded, type SeedPools, seedTenant } from "./seed-tenant.ts";

/** Tenants that exist from the first start on. */
export const FIRST_TENANTS = ["demo", "t2"] as const;

export interface Seeder {
  stop(): Promise<void>;
}

function openPools(config: SeederConfig): SeedPools {
  const urls = {
    supply: config.QM_SEED_DATABASE_URL_SUPPLY,
    transit: config.QM_SEED_DATABASE_URL_TRANSIT,
    export: config.QM_SEED_DATABASE_URL_EXPORT,
    approvals: config.QM_SEED_DATABASE_URL_APPROVALS,
    coordinator: config.QM_SEED_DATABASE_URL_COORDINATOR,
  };
  return new Map(
    Object.entries(urls).map(([name, url]) => [name, createPool({ url, name: `seed-${name}`, max: 1, statementTimeoutMs: 30_000 })]),
  );
}

/** Runs one piece of work after the other: two worlds of one tenant must not be written at the same time. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** Starts the seeder: seeds the first tenants, then answers the coordinator's requests for worlds. */
export async function createSeeder(config: SeederConfig, log: Logger): Promise<Seeder> {
  const pools = openPools(config);
  const seedFile = World.parse(JSON.parse(readFileSync(config.QM_SEED_WORLD_FILE, "utf8")));
  const inTurn = oneByOne();
  let missing: string | null = "the demo world is not written yet";
  const server = createServer({ log, notReadyBecause: () => missing });
  await server.listen({ port: config.QM_HTTP_PORT, host: config.QM_HTTP_HOST });

  const seedOrder = async (body: string): Promise<SeedReply> => {
    try {
      const order = readSeedRequest(body);
      const world = order.world ?? seedFile;
      await inTurn(async () => {
        if (order.type === "create" && (await isSeeded(pools, order.tenant)))
          throw new AppError("conflict", { detail: `the tenant ${order.tenant} exists` });
        await seedTenant(pools, order.tenant, world);
      });
      log.info({ tenant: order.tenant, type: order.type }, "world written");
      return { ok: true, tenant: order.tenant, now: world.now };
    } catch (error) {
      log.warn({ err: error }, "world not written");
      if (AppError.isInstance(error)) return { ok: false, code: error.code, detail: error.message };
      // A database's complaint about the world names the field; nothing else of the inside is told.
      return {
        ok: false,
        code: "invalid_request",
        detail: error instanceof Error ? error.message.slice(0, 300) : "the world could not be written",
      };
    }
  };

  for (const tenant of FIRST_TENANTS) {
    if (await isSeeded(pools, tenant)) await addMissingUsers(pools, tenant, seedFile);
    else await inTurn(() => seedTenant(pools, tenant, seedFile));
  }
  const bus: Bus = await connectBus({
    url: config.QM_NATS_URL,
    role: "seed",
    name: `seed-${config.QM_INSTANCE}`,
    nkeySeed: readFileSync(config.QM_NATS_SEED_FILE, "utf8").trim(),
    ...(config.QM_NATS_CA_FILE ? { tls: { caFile: config.QM_NATS_CA_FILE } } : {}),
    replyPrefixes: ["_INBOX_coordinator."],
    log,
  });
  const subscription = bus.subscribe(
    subjects.demoSeed(),
    async (message) => {
      if (message.respond) message.respond(JSON.stringify(await seedOrder(message.body)));
    },
    { queue: "seed" },
  );
  missing = null;
  log.info("seeder ready");

  return {
    async stop() {
      missing = "stopping";
      await subscription.stop();
      await bus.close();
      await server.close();
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
