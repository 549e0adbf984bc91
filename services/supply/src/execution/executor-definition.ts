import type { ExecutorDefinition } from "@quartermaster/executor";
import { supplyOutside } from "../adapters/outside-mapping.ts";
import { createPostgresSupplyReads } from "../adapters/postgres-supply-reads.ts";
import { readSnapshots } from "../domain/read-snapshots.ts";
import { adjustStockHandler } from "./adjust-stock-handler.ts";
import { createReorderHandler } from "./create-reorder-handler.ts";
import { releaseReservationHandler } from "./release-reservation-handler.ts";
import { requestCycleCountHandler } from "./request-cycle-count-handler.ts";
import { reserveStockHandler } from "./reserve-stock-handler.ts";
import { setStockStatusHandler } from "./set-stock-status-handler.ts";
import { transferStockHandler } from "./transfer-stock-handler.ts";

/** The effects of supply and what it states to other domains. */
export const supplyExecutor: ExecutorDefinition = {
  domain: "supply",
  outside: supplyOutside,
  handlers: [
    reserveStockHandler,
    releaseReservationHandler,
    transferStockHandler,
    createReorderHandler,
    adjustStockHandler,
    setStockStatusHandler,
    requestCycleCountHandler,
  ],
  readFacts: async (tx, _tenant, selectors) =>
    (await readSnapshots(createPostgresSupplyReads(tx), selectors)).map(({ domain, kind, id, version, fields }) => ({
      domain,
      kind,
      id,
      version,
      fields,
    })),
};
