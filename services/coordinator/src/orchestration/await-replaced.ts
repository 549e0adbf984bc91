import type { OutboxTx, Tx } from "@quartermaster/shared/db";
import { REPLACED_TURNS } from "../handoff/read-replaced-steps.ts";
import { STILL_OPEN } from "../handoff/still-open.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import type { Run } from "./orchestrator.ts";

/** What a request waits for while steps of one that it replaces are under way. */
const EARLIER_STEPS = "earlier_steps";

// Until approvals has withdrawn a replaced plan, a grant may go out of which nothing is known here. A plan that ended by itself is done.
const UNDER_WAY = `with recursive ${REPLACED_TURNS}
  select coalesce(bool_or(p.state = 'unknown'), false) as unknown, count(*)::int as open from turns t
    join requests r on r.id = t.id
    join plan_steps p on p.request_id = r.id and p.plan_id = r.plan_id
    join plans s on s.id = p.plan_id and s.revision = p.revision
  where coalesce(p.receipt ->> 'outcome', '') <> 'succeeded'
    and not exists (select from plan_steps l where l.plan_id = p.plan_id and l.step_id = p.step_id and l.revision > p.revision) and (p.state in ('executing', 'unknown')
    or p.revision = r.revision and r.superseded_by is not null and s.state in ('submitted', 'accepted')
      and p.state in (${STILL_OPEN}))`;

async function underWay(tx: Tx, row: RequestRow): Promise<{ unknown: boolean; open: number }> {
  const values = [row.id, row.threadId, row.supersedes];
  const found = await tx.query<{ unknown: boolean; open: number }>({ name: "replaced-under-way", text: UNDER_WAY, values });
  return found.rows[0] ?? { unknown: false, open: 0 };
}

/**
 * Keeps a request from being planned while a step that it replaces may still be carried out: what that does is a fact of the new
 * plan, so it must be known first. News of the step wakes the request; the reconciler looks as well.
 * @returns true while it waits.
 */
export async function awaitReplaced(tx: OutboxTx, row: RequestRow, run: Run): Promise<boolean> {
  const { unknown, open } = await underWay(tx, row);
  if (open === 0) {
    if (row.waitingFor === EARLIER_STEPS)
      await changeRequest(tx, row, run.owner, { status: "merging", waitingFor: null, attention: false });
    return false;
  }
  await changeRequest(tx, row, run.owner, { status: "executing", waitingFor: EARLIER_STEPS, attention: unknown });
  return true;
}
