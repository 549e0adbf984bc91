import type { Tx } from "@quartermaster/shared/db";
import type { StepRow } from "../handoff/plan-store.ts";
import { type DoneStep, subjectOf } from "./taken-back.ts";

/** At most this many effects on one thing are looked at, the newest ones. */
const LIMIT = 200;

/** The statement that finds what was done to some things, apart so that its plan can be looked at. */
export const doneStatement = (tenant: string, subjects: readonly string[]): { name: string; text: string; values: unknown[] } => ({
  name: "steps-done-to",
  text: `select tool, step -> 'args' as args, receipt, request_id as "requestId" from plan_steps
    where tenant = $1 and state = 'succeeded' and subject = any($2) order by updated_at desc limit ${LIMIT}`,
  values: [tenant, subjects],
});

// Steps keep the state that they had when their request was replaced or ended; only one that may still run counts.
const TO_DO = `select s.tool, s.step -> 'args' as args, s.receipt, s.request_id as "requestId", true as "isOpen"
  from plan_steps s join requests r on r.id = s.request_id and r.phase <> 'done' and r.plan_id = s.plan_id and r.revision = s.revision
  where s.tenant = $1 and s.state in ('proposed', 'pending', 'approved', 'executing', 'unknown') and s.subject = any($2)
  order by s.updated_at desc limit ${LIMIT}`;

/** What any request of the tenant did, or is about to do, to the things that the opposites of these steps are about. */
export async function readDoneSteps(tx: Tx, tenant: string, steps: readonly StepRow[]): Promise<DoneStep[]> {
  const subjects = new Set(steps.flatMap(({ receipt }) => (receipt?.inverse ? (subjectOf(receipt.inverse.args) ?? []) : [])));
  if (subjects.size === 0) return [];
  const done = (await tx.query<DoneStep & Record<string, unknown>>(doneStatement(tenant, [...subjects]))).rows;
  const toDo = { name: "steps-to-do-to", text: TO_DO, values: [tenant, [...subjects]] };
  return [...done, ...(await tx.query<DoneStep & Record<string, unknown>>(toDo)).rows];
}
