import type { PlanUnit } from "../adapters/change-plan.ts";
import type { StepPicture } from "../decision/plan-picture.ts";

// By grant: a step that was carried over has a row in every revision, and only its receipts say how it ended.
const HAPPENED = `select distinct s.step_id, s.body ->> 'meaningKey' as meaning from plan_steps s join grants g on g.id = s.grant_id left join receipts r on r.grant_id = g.id
  where s.plan_id = $1 and s.revision < $2 and (g.state = 'open' or (r.outcome in ('succeeded', 'unknown')
  and not exists (select 1 from receipts n where n.id = r.id and n.version > r.version)))`;

/**
 * Holds back steps that had an effect, or may have had one, under an earlier revision and come again with another content, or under
 * another id with the same meaning: the effect key is new, so no executor would notice that it is done twice. They turn stale before
 * anybody is asked. Returns their ids. A second wish of the same meaning beside one that was carried over is meant as it stands.
 */
export async function holdRepeatedSteps(unit: PlanUnit, carried: ReadonlyMap<string, StepPicture>): Promise<Set<string>> {
  const { plan, tx } = unit;
  const fresh = plan.steps.filter((step) => !carried.has(step.id));
  if (plan.revision === 1 || fresh.length === 0) return new Set();
  const happened = (
    await tx.query<{ step_id: string; meaning: string }>({ name: "steps-happened", text: HAPPENED, values: [plan.planId, plan.revision] })
  ).rows;
  const ids = new Set(happened.map((row) => row.step_id));
  const meanings = new Set(happened.filter((row) => !carried.has(row.step_id)).map((row) => row.meaning));
  const repeated = new Set(fresh.filter((step) => ids.has(step.id) || meanings.has(step.body.meaningKey)).map((step) => step.id));
  for (const step of plan.steps) {
    if (!repeated.has(step.id)) continue;
    const reason = "an earlier revision has done this step, or may have, with other content";
    Object.assign(step, { state: "stale", code: "stale_snapshot", reason });
    unit.event("step.stale", { stepId: step.id, code: "stale_snapshot", detail: reason });
  }
  return repeated;
}
