import { Grant } from "@quartermaster/shared/contracts";
import type { EffectDescription } from "../effect-handler.ts";

/** `intent`: nothing was sent. `sent`: it may have arrived. `unknown`: sent, and being looked up. */
export type OutsideCallState = "intent" | "sent" | "unknown" | "confirmed" | "failed";

/** One effect on its way to another system, as the database has it. */
export interface OutsideCall {
  grantId: string;
  tenant: string;
  key: string;
  tool: string;
  state: OutsideCallState;
  grant: Grant;
  description: EffectDescription;
  expectedVersion: string | null;
  /** Whoever has this token may send and settle until the lease ends. */
  owner: string;
  /** Sendings that may have arrived; one that surely did not is taken back. */
  sends: number;
  /** When the last of them began, as the database writes it; null before. */
  sentAt: string | null;
  looks: number;
  /** Event by which the outside party itself spoke of it, which it could only when it had arrived, or who found it there; null = none. */
  toldBy: string | null;
  /** The system's own id of it, when a person found it there. */
  toldReference: string | null;
  /** Milliseconds since it was sent last; null before. */
  sinceSentMs: number | null;
}

export interface OutsideCallRow extends Record<string, unknown> {
  grant_id: string;
  tenant: string;
  key: string;
  tool: string;
  state: OutsideCallState;
  grant_body: unknown;
  description: EffectDescription;
  expected_version: string | null;
  owner: string;
  sends: number;
  sent_at: string | null;
  looks: number;
  told_by: string | null;
  told_reference: string | null;
  since_sent_ms: string | null;
}

export const callFrom = (row: OutsideCallRow): OutsideCall => ({
  grantId: row.grant_id,
  tenant: row.tenant,
  key: row.key,
  tool: row.tool,
  state: row.state,
  grant: Grant.parse(row.grant_body),
  description: row.description,
  expectedVersion: row.expected_version,
  owner: row.owner,
  sends: row.sends,
  sentAt: row.sent_at,
  looks: row.looks,
  toldBy: row.told_by,
  toldReference: row.told_reference,
  sinceSentMs: row.since_sent_ms === null ? null : Number(row.since_sent_ms),
});
