import type { Action, JsonObject, JsonValue, PlanConflict, Question } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { dispatchWave } from "../dispatch/dispatch-wave.ts";
import { planActionWaves } from "../dispatch/plan-waves.ts";
import { UNDO_REF } from "../merge/replaced-effects.ts";
import { askUser } from "../orchestration/finish-request.ts";
import type { Run } from "../orchestration/orchestrator.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { editOf, withEdits } from "./follow-edits.ts";
import type { StepRow } from "./plan-store.ts";
import { REPLAN_TEXTS } from "./replan-texts.ts";

/** Revisions that may be made without asking; then the user says whether to go on. */
export const MAX_AUTOMATIC_REVISIONS = 3;

/** What planning again looks at. */
export type ReplannedStep = Pick<StepRow, "stepId" | "position" | "state" | "agent" | "tool" | "step" | "receipt">;
type Step = ReplannedStep;

/** Steps that still want to happen: stale and undecided ones, and those that fell with a stale one. */
export function unfinished(steps: readonly Step[]): Step[] {
  const wanted = new Set(
    steps.filter((step) => ["stale", "pending", "approved", "proposed"].includes(step.state)).map((step) => step.stepId),
  );
  for (const step of steps) {
    if (
      step.state === "skipped" &&
      step.step.dependsOn.length > 0 &&
      step.step.dependsOn.every((d) => wanted.has(d.step) || isDone(steps, d.step))
    )
      wanted.add(step.stepId);
  }
  return steps.filter((step) => wanted.has(step.stepId));
}

const isDone = (steps: readonly Step[], id: string): boolean => steps.some((step) => step.stepId === id && step.state === "succeeded");

/** Conflicts of the plan, for what is taken back to make room: it has no other purpose when it is planned again either. */
type Conflicts = readonly Pick<PlanConflict, "code" | "steps" | "values">[];

const makesRoom = (step: Step, conflicts: Conflicts): boolean =>
  conflicts.some(({ code, steps, values }) => code === "replaced_effect" && values.undo !== undefined && steps[0] === step.stepId);

const refOf = (step: Step, conflicts: Conflicts): string =>
  makesRoom(step, conflicts) ? `${UNDO_REF}s${step.position}` : `s${step.position}`;

/** A reference to a step that is planned again stays one; a step that is done gives the value of its receipt. */
function resolve(value: JsonValue, steps: readonly Step[], again: ReadonlySet<string>, conflicts: Conflicts): JsonValue {
  if (Array.isArray(value)) return value.map((item) => resolve(item, steps, again, conflicts));
  if (typeof value !== "object" || value === null) return value;
  const ref = value.$ref;
  if (typeof ref === "object" && ref !== null && !Array.isArray(ref) && typeof ref.step === "string" && typeof ref.output === "string") {
    const target = steps.find((step) => step.stepId === ref.step);
    if (!target) return value;
    if (!again.has(target.stepId)) return target.receipt?.outputs[ref.output] ?? value;
    return target.step.outputs[0]?.name === ref.output ? `@${refOf(target, conflicts)}` : `@${refOf(target, conflicts)}.${ref.output}`;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, steps, again, conflicts)]));
}

/** The same calls again, to be run without a model for fresh versions and guards. */
export function actionsOfSteps(steps: readonly Step[], conflicts: Conflicts = []): Action[] {
  const again = unfinished(steps);
  const ids = new Set(again.map((step) => step.stepId));
  return again.map((step) => ({
    agent: step.agent,
    tool: step.tool,
    args: resolve(step.step.args, steps, ids, conflicts) as JsonObject,
    ref: refOf(step, conflicts),
    after: step.step.dependsOn.flatMap((dependency) => {
      const target = again.find((other) => other.stepId === dependency.step);
      return target ? [refOf(target, conflicts)] : [];
    }),
  }));
}

// Of a revision that a newer one replaced the steps stay as they were last told, with the edits that the newer one followed.
const EDITED_REVISIONS = `select count(distinct revision)::int as edited from plan_steps
  where plan_id = $1 and revision < $2 and approval -> 'edit' is not null`;

/** Revisions after the first that nobody asked for. */
async function automaticRevisions(tx: OutboxTx, row: RequestRow): Promise<number> {
  const values = [row.planId, row.revision];
  const found = await tx.query<{ edited: number }>({ name: "edited-revisions", text: EDITED_REVISIONS, values });
  return row.revision - 1 - (found.rows[0]?.edited ?? 0);
}

/**
 * Plans again what went stale or was edited: the same calls, fresh reads, a new revision. After three that nobody asked for the user
 * is asked; an edit is a person's wish and counts as none, neither now nor later.
 */
export async function replan(
  context: CoordinatorContext,
  tx: OutboxTx,
  row: RequestRow,
  run: Run,
  steps: readonly StepRow[],
): Promise<boolean> {
  const language = row.language ?? "en";
  if (!steps.some(editOf) && (await automaticRevisions(tx, row)) >= MAX_AUTOMATIC_REVISIONS) {
    const texts = REPLAN_TEXTS[language];
    const question: Question = { id: "replan_limit", text: texts.question, options: [texts.again, texts.stop] };
    await askUser(context, tx, row, run, [question]);
    return false;
  }
  const schedule = planActionWaves(actionsOfSteps(withEdits(steps), row.conflicts));
  const next: RequestRow = { ...row, round: row.round + 1, schedule };
  await tx.query("update requests set round = $3 where id = $1 and owner = $2", [row.id, run.owner, next.round]);
  await dispatchWave(context, tx, next, run.owner, 0);
  return true;
}
