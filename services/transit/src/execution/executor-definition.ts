import type { ExecutorDefinition } from "@quartermaster/executor";
import { transitOutside } from "../adapters/outside-mapping.ts";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { readCarriage } from "../adapters/read-carriage.ts";
import { readRecords } from "../adapters/read-records.ts";
import { bookShipmentHandler } from "./book-shipment.ts";
import { cancelShipmentHandler } from "./cancel-shipment.ts";
import { changeLinesHandler } from "./change-lines.ts";
import { placeHoldHandler } from "./place-hold.ts";
import { releaseHoldHandler } from "./release-hold.ts";
import { rerouteShipmentHandler } from "./reroute-shipment.ts";
import { rescheduleLegHandler } from "./reschedule-leg.ts";

/** Effects of transport, and what its executor states to others. */
export const transitExecutor: ExecutorDefinition = {
  domain: "transit",
  outside: transitOutside,
  handlers: [
    bookShipmentHandler,
    placeHoldHandler,
    changeLinesHandler,
    rescheduleLegHandler,
    rerouteShipmentHandler,
    releaseHoldHandler,
    cancelShipmentHandler,
  ],
  async readFacts(tx, _tenant, selectors) {
    const records = await readRecords(createTransitReads(tx), selectors);
    for (const { domain, kind, id } of selectors) if (domain === "transit" && kind === "carriage") records.push(await readCarriage(tx, id));
    return records;
  },
};
