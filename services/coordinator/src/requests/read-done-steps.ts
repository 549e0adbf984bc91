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

/** What any request of the tenant did to the things that the opposites of these steps are about. */
export async function readDoneSteps(tx: Tx, tenant: string, steps: readonly StepRow[]): Promise<DoneStep[]> {
  const subjects = new Set(steps.flatMap(({ receipt }) => (receipt?.inverse ? (subjectOf(receipt.inverse.args) ?? []) : [])));
  if (subjects.size === 0) return [];
  return (await tx.query<DoneStep & Record<string, unknown>>(doneStatement(tenant, [...subjects]))).rows;
}
