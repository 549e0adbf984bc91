import type { Role } from "@quartermaster/shared/contracts";
import { PAPER_ROWS } from "./paper-rows.ts";
import type { PolicyRow } from "./policy-row.ts";
import { STOCK_ROWS } from "./stock-rows.ts";
import { TRANSPORT_ROWS } from "./transport-rows.ts";

/** Version of the shipped table; part of every grant. */
export const POLICY_VERSION = "2026-11-01";

/** Every action's row. The page about policy shows it, grants name its version. */
export const POLICY_TABLE: readonly PolicyRow[] = [...STOCK_ROWS, ...TRANSPORT_ROWS, ...PAPER_ROWS];

/** Order in which a second role is chosen when several lines match. */
export const SECOND_ROLE_ORDER: readonly Role[] = ["compliance_officer", "dg_officer", "export_officer", "ops_director"];
