import type { Tx } from "@quartermaster/shared/db";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import type { StepRow } from "./plan-store.ts";

/** Corrections of corrections are followed this far. */
const MOST_TURNS = 20;

/**
 * True of a step `p` that was carried out, or may be: what was told to run is not stopped by a later turn. An eager step without a
 * predecessor runs as soon as approvals takes the plan, so it may be done before anything is told of it.
 */
export const MAY_BE_DONE = `(p.receipt ->> 'outcome' = 'succeeded' and p.receipt ->> 'externalOutcome' is distinct from 'rejected'
    or p.state in ('executing', 'unknown')
    or p.state in ('proposed', 'approved') and (p.execute_sends > 0 or p.step -> 'eager' = 'true' and p.step -> 'dependsOn' = '[]')
      and exists (select from plans s where s.id = p.plan_id and s.revision = p.revision and s.state in ('submitted', 'accepted')))`;

// A request that was open was superseded; one that had ended keeps its own end, and only the newer one names it.
const REPLACED = `with recursive turns (id, depth) as (
    select r.id, 1 from requests r where r.thread_id = $2 and (r.superseded_by = $1 or r.id = any($3))
    union select r.id, t.depth + 1 from turns t join requests n on n.id = t.id
      join requests r on r.superseded_by = n.id or r.id = any(n.supersedes)
      where r.thread_id = $2 and r.id <> $1 and t.depth < ${MOST_TURNS})
  select distinct on (p.plan_id, p.step_id) p.* from plan_steps p join turns t on t.id = p.request_id
  where ${MAY_BE_DONE}
  order by p.plan_id, p.step_id, p.revision desc`;

/**
 * Steps of requests that this one replaces, directly or over others, which were carried out or may be: neither a correction nor a
 * withdrawal undoes them.
 */
export async function readReplacedSteps(tx: Tx, request: Pick<RequestRow, "id" | "threadId" | "supersedes">): Promise<StepRow[]> {
  const found = await tx.query({ name: "steps-replaced", text: REPLACED, values: [request.id, request.threadId, request.supersedes] });
  return found.rows.map((row) => camelRow<StepRow>(row)).sort((a, b) => a.position - b.position);
}
