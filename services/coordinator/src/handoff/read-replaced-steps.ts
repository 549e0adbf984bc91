import type { Tx } from "@quartermaster/shared/db";
import { type ReplacedEffect, stillInForce } from "../merge/replaced-effects.ts";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import type { StepRow } from "./plan-store.ts";

/** Corrections of corrections are followed this far. */
export const MOST_TURNS = 20;

/**
 * True of a step `p` that was carried out, or may be: what was told to run is not stopped by a later turn. An eager step without a
 * predecessor runs as soon as approvals takes the plan, so it may be done before anything is told of it.
 */
export const MAY_BE_DONE = `(p.receipt ->> 'outcome' = 'succeeded' and p.receipt ->> 'externalOutcome' is distinct from 'rejected'
    or p.state in ('executing', 'unknown')
    or p.state in ('proposed', 'approved') and (p.execute_sends > 0 or p.step -> 'eager' = 'true' and p.step -> 'dependsOn' = '[]')
      and exists (select from plans s where s.id = p.plan_id and s.revision = p.revision and s.state in ('submitted', 'accepted')))`;

// A request that was open was superseded; one that had ended keeps its own end, and only the newer one names it.
/** Requests that request $1 of thread $2 replaces, directly (also $3) or over others. */
export const REPLACED_TURNS = `turns (id, depth) as (
    select r.id, 1 from requests r where r.thread_id = $2 and (r.superseded_by = $1 or r.id = any($3))
    union select r.id, t.depth + 1 from turns t join requests n on n.id = t.id
      join requests r on r.superseded_by = n.id or r.id = any(n.supersedes)
      where r.thread_id = $2 and r.id <> $1 and t.depth < ${MOST_TURNS})`;
const REPLACED = `with recursive ${REPLACED_TURNS}
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

const effectOf = (row: StepRow): ReplacedEffect[] =>
  row.receipt?.outcome === "succeeded" && row.receipt.externalOutcome !== "rejected"
    ? [
        {
          requestId: row.requestId,
          stepId: row.stepId,
          agent: row.agent,
          tool: row.tool,
          args: row.step.args,
          meaningKey: row.step.meaningKey,
          outputs: row.receipt.outputs,
          inverse: row.receipt.inverse,
          dependsOn: row.step.dependsOn.map((dependency) => dependency.step),
        },
      ]
    : [];

/** What of steps that were carried out is still in force: without those that another one took back, and without that one. */
export const effectsInForce = (rows: readonly StepRow[]): ReplacedEffect[] => stillInForce(rows.flatMap(effectOf));

/** Replaced steps that an answer names: without what was taken back, by one of them or by the request's own steps. */
export function withoutTakenBack(replaced: readonly StepRow[], own: readonly StepRow[]): StepRow[] {
  const done = new Set(replaced.filter((row) => effectOf(row).length > 0));
  const inForce = new Set(effectsInForce([...replaced, ...own]).map((effect) => effect.stepId));
  return replaced.filter((row) => !done.has(row) || inForce.has(row.stepId));
}
