import type { AgentName, AgentStatus, PlanConflict } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { OpenIssue, RequestRow } from "../requests/request-row.ts";
import { orderedParts } from "./ordered-parts.ts";
import { unplannedParts } from "./unplanned-parts.ts";

// Planning again asks only for what was planned, so what came to nothing stands in earlier rounds and revisions.
const WORK = `select t.agent, t.status, r.result #> '{body,refusal}' as refusal from tasks t left join task_results r on r.task_id = t.id
  where t.request_id = $1 and t.kind = 'work' order by t.round, t.wave, t.created_at, t.id`;
const CONFLICTS =
  "select c as conflict from plans p cross join lateral jsonb_array_elements(p.plan -> 'conflicts') c where p.request_id = $1 order by p.revision";
// Without the agent's note: words of a model do not tell what was planned.
const STEPS = "select tool, (step - 'note')::text as step from plan_steps where request_id = $1";

interface Work {
  agent: AgentName;
  status: AgentStatus;
  refusal: { code: string; detail: string } | null;
}

const NO_ANSWER: readonly AgentStatus[] = ["failed", "timeout", "unavailable", "cancelled"];

/** Parts of a request's order that no step of its plan stands for, whatever round or revision they were lost in. */
export async function readUnplanned(tx: Tx, row: Pick<RequestRow, "id" | "intent" | "goal" | "createdAt">): Promise<OpenIssue[]> {
  const values = [row.id];
  const work = (await tx.query<Work & Record<string, unknown>>({ name: "unplanned-work", text: WORK, values })).rows;
  const conflicts = await tx.query<{ conflict: PlanConflict }>({ name: "unplanned-conflicts", text: CONFLICTS, values });
  const steps = (await tx.query<{ tool: string; step: string }>({ name: "unplanned-steps", text: STEPS, values })).rows;
  return unplannedParts({
    intent: row.intent,
    ordered: orderedParts(row),
    refusals: work.flatMap(({ agent, status, refusal }) => (status === "refused" && refusal ? [{ agent, ...refusal }] : [])),
    conflicts: conflicts.rows.map(({ conflict }) => conflict),
    missingAgents: work.filter(({ status }) => NO_ANSWER.includes(status)),
    planned: { tools: new Set(steps.map(({ tool }) => tool)), text: steps.map(({ step }) => step).join("\n") },
  });
}
