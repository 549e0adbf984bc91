import type { AgentName, ChangeRow, Grant, Receipt, Revoke } from "@quartermaster/shared/contracts";
import { newId } from "@quartermaster/shared/contracts";
import type { Applied } from "../effect-handler.ts";
import type { GrantClock } from "../grant/verify-grant.ts";

type ReceiptRow = Receipt["before"][number];

/** The part of a change row that a receipt keeps. */
const toReceiptRow = (row: ChangeRow): ReceiptRow => ({
  path: row.path,
  label: row.label,
  record: row.record,
  value: row.value,
  unit: row.unit,
});

/** What a receipt says of the step it belongs to. */
export type ReceiptSubject = Pick<
  Grant,
  "tenant" | "grantId" | "requestId" | "planId" | "revision" | "stepId" | "tool" | "contentHash" | "effectKey"
>;

/** The subject of a revocation that names its grant's content, or null when it does not. */
export function subjectOfRevoke(revoke: Revoke): ReceiptSubject | null {
  return revoke.of === undefined
    ? null
    : { tenant: revoke.tenant, grantId: revoke.grantId, planId: revoke.planId, stepId: revoke.stepId, ...revoke.of };
}

const blank = (domain: AgentName, subject: ReceiptSubject, clock: Pick<GrantClock, "databaseNow" | "businessNow">) => ({
  v: 1 as const,
  receiptId: newId("rcp"),
  version: 1,
  domain,
  tenant: subject.tenant,
  grantId: subject.grantId,
  requestId: subject.requestId,
  planId: subject.planId,
  revision: subject.revision,
  stepId: subject.stepId,
  tool: subject.tool,
  contentHash: subject.contentHash,
  effectKey: subject.effectKey,
  at: clock.databaseNow,
  businessAt: clock.businessNow,
});

/** Receipt of a step that had no effect, or of which it is not known. */
export function receiptWithoutEffect(
  domain: AgentName,
  subject: ReceiptSubject,
  clock: Pick<GrantClock, "databaseNow" | "businessNow">,
  ending: { outcome: "stale" | "refused" | "failed" | "unknown"; code: string; detail: string },
): Receipt {
  return {
    ...blank(domain, subject, clock),
    outcome: ending.outcome,
    code: ending.code.slice(0, 60),
    detail: ending.detail.slice(0, 1000),
    outputs: {},
    records: [],
    before: [],
    after: [],
    externalOutcome: null,
    inverse: null,
  };
}

/** Receipt of a step that was carried out now. */
export function receiptOfEffect(
  domain: AgentName,
  grant: Grant,
  clock: GrantClock,
  change: { before: ChangeRow[]; after: ChangeRow[] },
  applied: Applied,
): Receipt {
  return {
    ...blank(domain, grant, clock),
    outcome: "succeeded",
    code: null,
    detail: null,
    outputs: applied.outputs,
    records: applied.records,
    before: change.before.map(toReceiptRow),
    after: change.after.map(toReceiptRow),
    externalOutcome: applied.externalOutcome,
    inverse: applied.inverse ?? null,
  };
}

/** Receipt of a grant whose effect another grant already made: it succeeded, once, and this one says so. */
export function receiptOfReplay(domain: AgentName, grant: ReceiptSubject, clock: GrantClock, first: Receipt): Receipt {
  return {
    ...blank(domain, grant, clock),
    outcome: "succeeded",
    code: "already_applied",
    detail: `the effect was made once, by grant ${first.grantId}; its receipt is ${first.receiptId}`,
    outputs: first.outputs,
    records: first.records,
    before: first.before,
    after: first.after,
    externalOutcome: first.externalOutcome,
    inverse: first.inverse,
  };
}
