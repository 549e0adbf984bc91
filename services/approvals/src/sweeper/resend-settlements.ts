import type { Settlement } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import type { Signed, Signer } from "@quartermaster/shared/signing";
import { changePlan } from "../adapters/change-plan.ts";
import { findUnknownCall } from "../calls/list-unknown-calls.ts";
import { sendSettlement } from "../calls/send-settlement.ts";
import type { PlanKey, SweepDeps } from "./expire-items.ts";
import { forEachPlan } from "./for-each-plan.ts";

/** Sendings of one finding, about 17 hours of them; then a person has to look again, and starts the count anew. */
const MOST_SENDS = 11;

// A minute after the first sending, then twice as long each time. The newest receipt decides, by the index of unknown ones.
const LOST = `select g.tenant, g.plan_id, g.id from receipts r join grants g on g.id = r.grant_id
  where r.outcome = 'unknown' and g.settlement is not null and g.settlement_sends < $1
    and (g.settlement_sent_at is null or g.settlement_sent_at < now() - interval '1 minute' * (2 ^ greatest(g.settlement_sends - 1, 0)))
    and not exists (select from receipts n where n.grant_id = r.grant_id and n.version > r.version)
  order by g.settlement_sent_at nulls first limit 50`;
const STILL = `select domain, settlement from grants where id = $1 and settlement is not null for update`;

interface LostRow extends PlanKey {
  id: string;
}

/** Sends findings again of which no receipt has come: the first message may have been lost or refused for a reason that has passed. */
export async function resendSettlements(deps: SweepDeps & { signer: Signer }): Promise<void> {
  const rows = await transaction(
    deps.pool,
    ALL_TENANTS,
    async (tx) => (await tx.query<LostRow & Record<string, unknown>>(LOST, [MOST_SENDS])).rows,
  );
  await forEachPlan(deps.log, "settlements", rows, async ({ tenant, plan_id, id }) => {
    await changePlan(deps.outbox, tenant, plan_id, async (unit) => {
      const grant = (await unit.tx.query<{ domain: string; settlement: Signed<Settlement> }>(STILL, [id])).rows[0];
      if (grant && (await findUnknownCall(unit.tx, tenant, id)))
        await sendSettlement(unit, deps.signer, grant.domain, grant.settlement.body);
    });
  });
}
