import type { Tx } from "@quartermaster/shared/db";
import { camelRow, type RequestRow } from "../requests/request-row.ts";
import type { StepRow } from "./plan-store.ts";
import { MOST_TURNS, readReplacedSteps, withoutTakenBack } from "./read-replaced-steps.ts";

/** What a cancelling in words found of the request that it ended: what came before it, and what is not done any more. */
export interface CutShort {
  late: StepRow[];
  notDone: StepRow[];
}

const NOTHING: CutShort = { late: [], notDone: [] };

/** Words that take the open request of their thread back and order nothing. */
export const isWithdrawal = ({ relation, intent }: Pick<RequestRow, "relation" | "intent">): boolean =>
  relation === "correction" && intent !== null && intent.actionKinds.length === 0 && intent.agents.length === 0;

// Requests that were open when this turn came, or when the one came that it ended: what was done before them is no matter of it.
const ENDED = `with recursive ended (id, depth) as (
    select id, 1 from requests where superseded_by = $1
    union select r.id, e.depth + 1 from ended e join requests r on r.superseded_by = e.id where e.depth < ${MOST_TURNS})
  select distinct id from ended`;
const WITHDRAWN = `select p.* from requests r join plan_steps p on p.request_id = r.id and p.plan_id = r.plan_id and p.revision = r.revision
  where r.superseded_by = $1 and p.state = 'cancelled' order by p.position`;

/**
 * Reads what became of the open request that a turn cancelled. Nothing when the turn is none, or when the request had ended by itself:
 * then nothing was left to cancel, and the answer names what was done.
 */
export async function readCutShort(
  tx: Tx,
  row: Pick<RequestRow, "id" | "threadId" | "supersedes" | "relation" | "intent">,
): Promise<CutShort> {
  if (!isWithdrawal(row)) return NOTHING;
  const ended = await tx.query<{ id: string }>({ name: "cut-short-requests", text: ENDED, values: [row.id] });
  if (ended.rows.length === 0) return NOTHING;
  const open = new Set(ended.rows.map(({ id }) => id));
  const withdrawn = await tx.query({ name: "cut-short-steps", text: WITHDRAWN, values: [row.id] });
  const made = withoutTakenBack(await readReplacedSteps(tx, row), []);
  return {
    late: made.filter((step) => open.has(step.requestId) && step.receipt?.outcome === "succeeded"),
    notDone: withdrawn.rows.map((step) => camelRow<StepRow>(step)),
  };
}
