import { newId } from "@quartermaster/shared/contracts";
import { givenUpSentence } from "../answer/given-up-words.ts";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { MAY_BE_DONE } from "../handoff/read-replaced-steps.ts";
import { sendPlanCommand } from "../handoff/send-plan-command.ts";
import { lockRequest } from "../requests/lock-request.ts";
import { hasPlan, type RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { closeTasks, tellToStop } from "./close-tasks.ts";
import type { Run } from "./orchestrator.ts";
import { resumePaused } from "./thread-turn.ts";

const DETAILS = {
  attempts_exhausted: "the request was taken up several times and no attempt came to its end",
  message_too_large: "what the agents found or proposed for the request is too large to be passed on",
};
/** Code of the open issue and of the refusal of a request that was given up. */
export type GaveUpBecause = keyof typeof DETAILS;

const DONE = `select 1 from plan_steps p where p.request_id = $1 and ${MAY_BE_DONE} limit 1`;
const SAY = `insert into messages (tenant, id, thread_id, request_id, role, text) values ($1, $2, $3, $4, 'assistant', $5) on conflict do nothing`;

/**
 * Ends a request that no process can move: each that took it up died or failed before there was a plan, or it is too large. Runs none of the code that moves requests and
 * reads nothing of what the request has gathered, for any of that may be what fails. What approvals holds undecided of it is
 * withdrawn; what was granted stays done and stands in the ledger.
 */
export async function giveUp(
  context: Pick<CoordinatorContext, "outbox" | "bus" | "log">,
  row: RequestRow,
  run: Run,
  code: GaveUpBecause,
): Promise<false> {
  const detail = DETAILS[code];
  const stopped = await context.outbox.transaction(row.tenant, async (tx) => {
    await lockRequest(tx, row.id);
    const open = await closeTasks(tx, row.id, code);
    const done = (await tx.query({ name: "request-may-be-done", text: DONE, values: [row.id] })).rows.length > 0;
    const answer = givenUpSentence(row.language ?? "en", code, done);
    await tx.query({ name: "given-up-say", text: SAY, values: [row.tenant, newId("msg"), row.threadId, row.id, answer] });
    await resumePaused(tx, row, undefined);
    if (hasPlan(row)) {
      const { tenant, id: requestId, planId } = row;
      sendPlanCommand(tx, { type: "withdraw", tenant, requestId, planId, reason: detail, supersededBy: null }, `withdraw:${requestId}:end`);
    }
    await changeRequest(tx, row, run.owner, {
      status: done ? "incomplete" : "failed",
      phase: "done",
      waitingFor: null,
      attention: false,
      pendingResults: 0,
      questions: [],
      answer,
      answerFacts: [],
      openIssues: [{ code, detail }],
      refusal: { code, detail },
    });
    return open;
  });
  tellToStop(context.bus, stopped, code);
  context.log.error({ requestId: row.id, code, phase: row.phase, attempts: row.attempts }, "a request was given up");
  return false;
}
