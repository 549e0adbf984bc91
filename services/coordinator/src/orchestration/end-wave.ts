import { canonicalJson } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { dispatchWave } from "../dispatch/dispatch-wave.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { changeRequest } from "../requests/request-store.ts";
import { collectResults, objections } from "../results/collect-results.ts";
import { writeCheckpoint } from "../threads/thread-store.ts";
import { askUser, finishRequest } from "./finish-request.ts";
import type { Run } from "./orchestrator.ts";

const isSubmitted = (row: RequestRow, call: { agent: string; tool: string; args: unknown }): boolean =>
  (row.actions ?? []).some(
    (action) => action.agent === call.agent && action.tool === call.tool && canonicalJson(action.args) === canonicalJson(call.args),
  );

/** All results of a wave are in: the next wave, a question that an agent has, or the merge. */
export async function endWave(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  return await context.outbox.transaction(row.tenant, async (tx) => {
    const results = await collectResults(tx, row);
    await writeCheckpoint(tx, row, "results", { round: row.round, wave: row.wave, proposals: results.proposals.length });
    // Nobody needs to answer a question about an order that cannot stand.
    if (results.questions.length > 0 && objections(results, row.intent).length === 0) {
      await askUser(context, tx, row, run, results.questions);
      return false;
    }
    const failed = results.failedCalls.find((call) => isSubmitted(row, call));
    // Known steps are submitted as a whole: one that cannot be taken up ends the request before anything is planned.
    if (failed && row.round === 0) {
      await finishRequest(context, tx, row, run, {
        status: "refused",
        refusal: { code: failed.code, detail: `${failed.tool}: ${failed.detail}` },
      });
      return false;
    }
    if (row.wave + 1 < row.schedule.length) await dispatchWave(context, tx, row, run.owner, row.wave + 1);
    else await changeRequest(tx, row, run.owner, { phase: "merge", status: "merging" });
    return true;
  });
}
