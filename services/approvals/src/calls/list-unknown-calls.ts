import type { Receipt, Settlement } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";

/** An effect that was sent to another system and of which nobody knows what became. */
export interface UnknownCall {
  grantId: string;
  requestId: string;
  planId: string;
  stepId: string;
  domain: string;
  tool: string;
  code: string | null;
  detail: string | null;
  /** When the executor first said so. */
  since: string;
  /** What a person has found out; its receipt is on its way then. */
  settlement: Pick<Settlement, "outcome" | "reference" | "evidence" | "by" | "settledAt"> | null;
}

const MOST = 500;
const TEXT = `select g.domain, g.settlement, r.body, r.at from receipts r join grants g on g.id = r.grant_id
  where r.tenant = $1 and r.outcome = 'unknown' and ($2::text is null or r.grant_id = $2)
    and not exists (select from receipts n where n.grant_id = r.grant_id and n.version > r.version)
  order by r.at limit ${MOST}`;

/** Calls of a tenant whose newest receipt is unknown, oldest first; with a grant only its own. */
export async function listUnknownCalls(tx: Tx, tenant: string, grantId: string | null = null): Promise<UnknownCall[]> {
  const { rows } = await tx.query<{ domain: string; settlement: Signed<Settlement> | null; body: Signed<Receipt>; at: string }>({
    name: "unknown-calls",
    text: TEXT,
    values: [tenant, grantId],
  });
  return rows.map(({ domain, settlement, body: { body }, at }) => ({
    grantId: body.grantId,
    requestId: body.requestId,
    planId: body.planId,
    stepId: body.stepId,
    domain,
    tool: body.tool,
    code: body.code,
    detail: body.detail,
    since: at,
    settlement: settlement && {
      outcome: settlement.body.outcome,
      reference: settlement.body.reference,
      evidence: settlement.body.evidence,
      by: settlement.body.by,
      settledAt: settlement.body.settledAt,
    },
  }));
}
