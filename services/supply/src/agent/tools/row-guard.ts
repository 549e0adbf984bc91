import type { Guard } from "@quartermaster/shared/contracts";
import type { StockRow } from "../../domain/stock.ts";

/** Exact guard: counts and status are compared with one reading of the row, and nothing may have moved since. */
export const rowGuard = (row: StockRow): Guard => ({ kind: "exact", domain: "supply", record: row.id, version: `read@${row.version}` });
