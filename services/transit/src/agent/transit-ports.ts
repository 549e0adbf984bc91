import type { Tx } from "@quartermaster/shared/db";
import { createTransitReads } from "../adapters/postgres-transit-reads.ts";
import type { TransitReads } from "../domain/ports.ts";

/** What transport tools may use: reading, nothing else. */
export type TransitPorts = TransitReads;

export const createTransitPorts = (tx: Tx): TransitPorts => createTransitReads(tx);
