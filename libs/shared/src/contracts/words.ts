import { z } from "zod";

/** The three agents. `export` is a keyword in TypeScript: symbols say `exportControl`. */
export const AGENTS = ["supply", "transit", "export"] as const;
export const AgentName = z.enum(AGENTS);
export type AgentName = z.infer<typeof AgentName>;

export const LANGUAGES = ["en", "de", "fr", "es", "nl"] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const RequestStatus = z.enum([
  "received",
  "routing",
  "working",
  "merging",
  "awaiting_input",
  "awaiting_approval",
  "executing",
  "completed",
  "refused",
  "rejected",
  "expired",
  "incomplete",
  "failed",
  "cancelled",
  "superseded",
]);
export type RequestStatus = z.infer<typeof RequestStatus>;
export const FINAL_REQUEST_STATUSES: readonly RequestStatus[] = [
  "completed",
  "refused",
  "rejected",
  "expired",
  "incomplete",
  "failed",
  "cancelled",
  "superseded",
];

export const StepState = z.enum([
  "proposed",
  "pending",
  "approved",
  "rejected",
  "expired",
  "cancelled",
  "stale",
  "executing",
  "succeeded",
  "failed",
  "unknown",
  "skipped",
]);
export type StepState = z.infer<typeof StepState>;
export const FINAL_STEP_STATES: readonly StepState[] = ["rejected", "expired", "cancelled", "succeeded", "failed", "skipped"];

export const AgentStatus = z.enum([
  "waiting",
  "working",
  "ok",
  "partial",
  "question",
  "refused",
  "failed",
  "timeout",
  "unavailable",
  "budget",
  "repetition",
  "cancelled",
]);
export type AgentStatus = z.infer<typeof AgentStatus>;

export const ApprovalState = z.enum(["pending", "approved", "rejected", "expired", "superseded", "withdrawn"]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** Roles of an operations desk, plus auditor and admin, plus the gateways through which world events come in. */
export const Role = z.enum([
  "planner",
  "stock_manager",
  "transport_manager",
  "export_officer",
  "compliance_officer",
  "dg_officer",
  "qa_manager",
  "buyer",
  "ops_director",
  "auditor",
  "admin",
  "customs_gateway",
  "carrier_gateway",
  "warehouse_gateway",
  "supplier_gateway",
]);
export type Role = z.infer<typeof Role>;

/** Who a caller is, as every service sees it. */
export const Principal = z.strictObject({ user: z.string(), tenant: z.string(), roles: z.array(Role) });
export type Principal = z.infer<typeof Principal>;
