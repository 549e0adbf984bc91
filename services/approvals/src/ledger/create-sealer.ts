import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer } from "@quartermaster/shared/signing";
import { sealTenant, signHead } from "./seal-tenant.ts";

const EVERY_MS = 100;
const HEAD_EVERY_MS = 60_000;

export interface Sealer {
  start(): void;
  stop(): Promise<void>;
}

const WAITING = "select distinct tenant from ledger_unsealed limit 100";

/**
 * Chains ledger entries in batches. An inline chain would make every decision of a tenant wait for the one before
 * (measured: decision p50 240 → 573 ms).
 */
export function createSealer(deps: { pool: Pool; signer: Signer; log: Logger }): Sealer {
  const { pool, signer, log } = deps;
  const signedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const round = async (): Promise<void> => {
    const read = async () =>
      await transaction(
        pool,
        ALL_TENANTS,
        async (tx) => (await tx.query<{ tenant: string }>({ name: "unsealed-tenants", text: WAITING, values: [] })).rows,
      );
    for (const { tenant } of await read()) {
      await sealTenant(pool, tenant);
      if (Date.now() - (signedAt.get(tenant) ?? 0) < HEAD_EVERY_MS) continue;
      await signHead(pool, signer, tenant);
      signedAt.set(tenant, Date.now());
    }
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => log.warn({ err: error }, "ledger could not be sealed"))
        .finally(schedule);
    }, EVERY_MS);
  };
  return {
    start: schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
