import type { CoordinatorContext } from "../coordinator-context.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import type { Run } from "./orchestrator.ts";

const ISSUE = {
  code: "attempts_exhausted",
  detail: "no attempt to go on with the request came to its end; it is tried again ever more rarely",
};

/**
 * Says of a request with a plan that it cannot be moved. It is never given up: what approvals holds of it may be approved or carried
 * out meanwhile, and somebody has to follow that. The first move that comes to its end takes the words back.
 */
export async function tellStuck(context: Pick<CoordinatorContext, "outbox" | "log">, row: RequestRow, run: Run): Promise<RequestRow> {
  const isTold = row.attention && row.openIssues.some(({ code }) => code === ISSUE.code);
  if (isTold) return row;
  context.log.error({ requestId: row.id, phase: row.phase, attempts: row.attempts }, "a request with a plan cannot be moved");
  const patch = { attention: true, openIssues: [...row.openIssues, ISSUE] };
  return await context.outbox.transaction(row.tenant, async (tx) => await changeRequest(tx, row, run.owner, patch));
}
