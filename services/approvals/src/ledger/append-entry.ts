import { newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { canonicalJson, contentHash } from "@quartermaster/shared/signing";

type LedgerKind =
  | "plan.accepted"
  | "plan.refused"
  | "plan.conflict"
  | "plan.withdrawn"
  | "plan.cancelled"
  | "approval.opened"
  | "approval.carried"
  | "approval.edited"
  | "approval.outdated"
  | "approval.reopened"
  | "approval.closed"
  | "approval.escalated"
  | "approval.expired"
  | "step.given_up"
  | "policy.granted"
  | "policy.loaded"
  | "policy.in_force"
  | "decision.recorded"
  | "grant.issued"
  | "grant.revoked"
  | "grant.never_seen"
  | "call.settled"
  | "kill.asked"
  | "kill.confirmed"
  | "outcome.overdue"
  | "receipt.recorded"
  | "user.changed"
  | "channel.changed";

export interface LedgerEntry {
  kind: LedgerKind;
  requestId: string;
  planId: string;
  stepId: string | null;
  /** Id of what the entry is about: plan, approval, decision, grant or receipt. */
  subject: string;
  /** Person, `policy`, or the process role. */
  actor: string;
  body: unknown;
}

const INSERT = `insert into ledger_entries (tenant, id, kind, request_id, plan_id, step_id, subject, actor, body, body_hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Writes an entry in the business transaction, unchained; the sealer chains it within a fraction of a second. */
export async function appendEntry(tx: Tx, tenant: string, entry: LedgerEntry): Promise<void> {
  const body = canonicalJson(entry.body);
  const values = [
    tenant,
    newId("led"),
    entry.kind,
    entry.requestId,
    entry.planId,
    entry.stepId,
    entry.subject,
    entry.actor,
    body,
    contentHash(entry.body),
  ];
  await tx.query({ name: "ledger-insert", text: INSERT, values });
}
