import type { Tx } from "@quartermaster/shared/db";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import type { ExportReads } from "../domain/ports.ts";

/** What export tools may use: reading, nothing else. */
export type ExportPorts = ExportReads;

export const createExportPorts = (tx: Tx): ExportPorts => createExportReads(tx);
