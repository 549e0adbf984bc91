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

const MARK =
  "select r.at, r.grant_id from receipts r where r.tenant = $1 and r.grant_id = $3 and r.outcome = 'unknown' order by r.version desc limit 1";
const TEXT = `select g.domain, g.settlement, r.body, r.at from receipts r join grants g on g.id = r.grant_id
  where r.tenant = $1 and r.outcome = 'unknown' and ($2::text is null or r.grant_id = $2)
    and ($3::text is null or (r.at, r.grant_id) > (${MARK}))
    and not exists (select from receipts n where n.grant_id = r.grant_id and n.version > r.version)
  order by r.at, r.grant_id limit $4`;

interface Row extends Record<string, unknown> {
  domain: string;
  settlement: Signed<Settlement> | null;
  body: Signed<Receipt>;
  at: string;
}

const viewOf = ({ domain, settlement, body: { body }, at }: Row): UnknownCall => ({
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
});

const query = async (
  tx: Tx,
  values: [tenant: string, grantId: string | null, after: string | null, limit: number],
): Promise<UnknownCall[]> => (await tx.query<Row>({ name: "unknown-calls", text: TEXT, values })).rows.map(viewOf);

/** A page of a tenant's calls whose newest receipt is unknown, oldest first. `after`: the grant that the page before ended with. */
export const listUnknownCalls = (tx: Tx, tenant: string, after: string | null, limit: number): Promise<UnknownCall[]> =>
  query(tx, [tenant, null, after, limit]);

/** The call of one grant, if its newest receipt is unknown. */
export const findUnknownCall = async (tx: Tx, tenant: string, grantId: string): Promise<UnknownCall | null> =>
  (await query(tx, [tenant, grantId, null, 1]))[0] ?? null;
