import type { Role } from "@quartermaster/shared/contracts";
import { NEVER_LINES } from "./never-lines.ts";
import { PAPER_ROWS } from "./paper-rows.ts";
import type { Never, PolicyRow } from "./policy-row.ts";
import { STOCK_ROWS } from "./stock-rows.ts";
import { SHIPPED_THRESHOLDS, type Thresholds } from "./thresholds.ts";
import { TRANSPORT_ROWS } from "./transport-rows.ts";

/** The rules in force for a tenant: the shipped table, its thresholds, and what its own document adds. */
export interface Policy {
  /** Named by every card and grant. */
  version: string;
  thresholds: Thresholds;
  rows: readonly PolicyRow[];
  never: readonly Never[];
}

/** The shipped table. The page about policy shows it, grants name its version. */
export const SHIPPED_POLICY: Policy = {
  version: "2026-11-30",
  thresholds: SHIPPED_THRESHOLDS,
  rows: [...STOCK_ROWS, ...TRANSPORT_ROWS, ...PAPER_ROWS],
  never: NEVER_LINES,
};

/** Order in which a second role is chosen when several lines match. */
export const SECOND_ROLE_ORDER: readonly Role[] = ["compliance_officer", "dg_officer", "export_officer", "ops_director"];
