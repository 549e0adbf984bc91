import type { Tx } from "@quartermaster/shared/db";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import type { StepRow } from "./plan-store.ts";

/** Corrections of corrections are followed this far. */
const MOST_TURNS = 20;

const REPLACED = `with recursive turns (id, depth) as (
    select id, 1 from requests where thread_id = $2 and superseded_by = $1
    union select r.id, t.depth + 1 from requests r join turns t on r.superseded_by = t.id where r.thread_id = $2 and t.depth < ${MOST_TURNS})
  select distinct on (p.plan_id, p.step_id) p.* from plan_steps p join turns t on t.id = p.request_id
  where p.receipt ->> 'outcome' = 'succeeded' and p.receipt ->> 'externalOutcome' is distinct from 'rejected'
    or p.state in ('executing', 'unknown')
  order by p.plan_id, p.step_id, p.revision desc`;

/**
 * Steps of requests that this one replaces, directly or over others, which were carried out or may be: a correction does not undo them.
 */
export async function readReplacedSteps(tx: Tx, request: Pick<RequestRow, "id" | "threadId">): Promise<StepRow[]> {
  const found = await tx.query({ name: "steps-replaced", text: REPLACED, values: [request.id, request.threadId] });
  return found.rows.map((row) => camelRow<StepRow>(row)).sort((a, b) => a.position - b.position);
}
