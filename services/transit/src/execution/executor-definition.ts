import type { ExecutorDefinition } from "@quartermaster/executor";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import { readRecords } from "../adapters/read-records.ts";
import { bookShipmentHandler } from "./book-shipment.ts";
import { placeHoldHandler } from "./place-hold.ts";

/** Effects of transport, and what its executor states to others. */
export const transitExecutor: ExecutorDefinition = {
  domain: "transit",
  handlers: [bookShipmentHandler, placeHoldHandler],
  readFacts: (tx, _tenant, selectors) => readRecords(createTransitReads(tx), selectors),
};
