import { askFacts, type ExecutorConfig, type ExecutorPart, type PartServices } from "@quartermaster/executor";
import type { Role } from "@quartermaster/shared/contracts";
import { createOutbox, createPool, type Outbox, type Pool, transaction, watchDatabase } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { createAuthenticator } from "@quartermaster/shared/http";
import { type EventsDefinition, roleOfSource, SOURCES } from "./event-handler.ts";
import type { EventsConfig } from "./events-config.ts";
import type { EventsPorts } from "./events-ports.ts";
import { mountEventsRoutes } from "./events-routes.ts";
import { runScheduledChanges } from "./run-scheduled-changes.ts";

/** Tokens for events are made for this audience alone. */
export const EVENTS_AUDIENCE = "quartermaster-events";
const POOL_SIZE = 4;

/** In demo tenants each gateway signs in under its own name. */
const demoGateways =
  (pool: Pool) =>
  async (tenant: string, user: string): Promise<readonly Role[] | null> => {
    const source = SOURCES.find((candidate) => candidate === user);
    if (!source) return null;
    const found = await transaction(pool, tenant, (tx) => tx.query("select 1 from tenants where tenant = $1 and demo", [tenant]));
    return found.rowCount === 1 ? [roleOfSource(source)] : null;
  };

/** Makes the part of an executor's process that takes in world events and runs scheduled changes, under a login of its own. */
export function createEventsPart(definition: EventsDefinition, config: ExecutorConfig & EventsConfig): ExecutorPart {
  const url = config.QM_EVENTS_DATABASE_URL.reveal();
  const pool = createPool({ url, name: `${definition.domain}-events`, max: POOL_SIZE });
  const database = watchDatabase(pool);
  const stopping = new AbortController();
  let ports: EventsPorts | undefined;
  let outbox: Outbox | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let ready = false;
  const current = (): EventsPorts => {
    if (!ports || !ready) throw new AppError("not_ready", { retryAfterSeconds: 1 });
    return ports;
  };
  const schedule = (): void => {
    if (stopping.signal.aborted || definition.scheduled.length === 0) return;
    timer = setTimeout(() => {
      running = runScheduledChanges(current(), stopping.signal)
        .catch((error: unknown) => ports?.log.warn({ err: error }, "scheduled changes failed; the next round tries again"))
        .finally(schedule);
    }, config.QM_SCHEDULE_EVERY_MS);
  };
  return {
    mount({ http, bus, signer, verifier, faults, log }: PartServices) {
      outbox = createOutbox({ pool, bus, log });
      const facts: EventsPorts["facts"] = (tenant, selectors) => askFacts(bus, verifier, tenant, selectors);
      ports = { definition, pool, outbox, signer, facts, faults, log };
      const oidc = config.QM_OIDC_ISSUER ? { issuer: config.QM_OIDC_ISSUER, audience: EVENTS_AUDIENCE } : undefined;
      const authenticate = createAuthenticator({ demo: config.QM_DEMO, findUser: demoGateways(pool), ...(oidc ? { oidc } : {}) });
      mountEventsRoutes(http, authenticate, current);
    },
    notReadyBecause: () => (!ready ? "events" : database.answers() ? null : "database of events"),
    async start() {
      await pool.query("select 1");
      outbox?.start();
      ready = true;
      schedule();
    },
    async stop() {
      ready = false;
      database.stop();
      stopping.abort();
      clearTimeout(timer);
      await running;
      await outbox?.stop();
      await pool.end();
    },
  };
}
