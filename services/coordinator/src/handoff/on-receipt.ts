import type { BusMessage } from "@quartermaster/shared/bus";
import { MESSAGE_TYPES, Receipt, type StepState, signed } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { lockRequestOfPlan } from "../requests/lock-request.ts";
import { tenantOf } from "../requests/request-store.ts";
import { readEnvelope } from "./read-envelope.ts";
import { wakeNewerTurns } from "./wake-newer-turns.ts";

const SignedReceipt = signed(Receipt);

/** What a receipt makes of its step. A refusal is a failure with its code. */
export function stateOfReceipt(receipt: Pick<Receipt, "outcome" | "externalOutcome" | "code">): StepState {
  if (receipt.outcome === "refused") return receipt.code === "revoked" ? "cancelled" : "failed";
  if (receipt.outcome === "succeeded" && receipt.externalOutcome === "rejected") return "failed";
  return receipt.outcome;
}

/** The executor did nothing and never will under this grant; approvals grants the step again or ends it. */
const UNUSED_GRANT = new Set(["grant_expired", "grant_epoch"]);

/** False for a receipt that speaks of its grant only: the step behind it is as open as before. */
export const isOutcomeOfStep = (receipt: Pick<Receipt, "outcome" | "code">): boolean =>
  !(receipt.outcome === "refused" && UNUSED_GRANT.has(receipt.code ?? ""));

/** A later revision that carries the step as it was shows its receipt too: the content hash says that it is the same. */
const STORE = `update plan_steps set receipt = $4, receipt_version = $5, state = $6, code = $7, reason = $8, updated_at = now()
  where plan_id = $1 and step_id = $3 and revision >= $2 and step ->> 'contentHash' = $10 and agent = $9 and receipt_version < $5 returning request_id, thread_id, tool`;

/** A no that comes when the answer was given already is never silent: the request asks for a person's eye again. */
const REOPEN =
  "update requests set attention = true, open_issues = open_issues || $2::jsonb, updated_at = now() where id = $1 and phase = 'done'";

const GRANT = "select grant_id from plan_steps where plan_id = $1 and revision = $2 and step_id = $3";

/**
 * An executor speaks for what it was granted. The receipt may be here before approvals' word of the grant; once that is known, a
 * receipt under another grant is none of this step.
 */
async function requireSameGrant(tx: OutboxTx, receipt: Receipt): Promise<void> {
  const values = [receipt.planId, receipt.revision, receipt.stepId];
  const known = (await tx.query<{ grant_id: string | null }>({ name: "step-grant", text: GRANT, values })).rows[0]?.grant_id ?? null;
  if (known !== null && known !== receipt.grantId)
    throw new AppError("signature_invalid", { detail: `receipt ${receipt.receiptId} does not belong to the step's grant` });
}

async function takeReceipt(tx: OutboxTx, receipt: Receipt): Promise<string | null> {
  await lockRequestOfPlan(tx, receipt.planId);
  await requireSameGrant(tx, receipt);
  const state = stateOfReceipt(receipt);
  const values = [
    receipt.planId,
    receipt.revision,
    receipt.stepId,
    JSON.stringify(receipt),
    receipt.version,
    state,
    receipt.code,
    receipt.detail,
    receipt.domain,
    receipt.contentHash,
  ];
  const stored = (await tx.query<{ request_id: string; thread_id: string; tool: string }>({ name: "step-receipt", text: STORE, values }))
    .rows[0];
  if (!stored) return null;
  await tx.query({ name: "request-wake", text: "update requests set wake = wake + 1 where id = $1", values: [stored.request_id] });
  if (receipt.externalOutcome === "rejected") {
    const issue = { code: receipt.code, detail: receipt.detail, stepId: receipt.stepId, agent: receipt.domain };
    await tx.query({ name: "request-reopen", text: REOPEN, values: [stored.request_id, JSON.stringify([issue])] });
  }
  const name = state === "cancelled" ? "step.failed" : `step.${state}`;
  const data = {
    stepId: receipt.stepId,
    tool: stored.tool,
    receiptId: receipt.receiptId,
    outcome: receipt.outcome,
    code: receipt.code,
    detail: receipt.detail,
    externalOutcome: receipt.externalOutcome,
  };
  await recordEvent(
    tx,
    { id: stored.request_id, tenant: receipt.tenant, threadId: stored.thread_id },
    name,
    data,
    `receipt:${receipt.receiptId}:${receipt.version}`,
  );
  return stored.request_id;
}

/** Takes an executor's receipt: verified against the executor key of the step's own domain, stored once. */
export async function onReceipt(
  context: Pick<CoordinatorContext, "pool" | "outbox" | "verifier" | "news" | "faults">,
  orchestrator: Pick<Orchestrator, "kick">,
  message: BusMessage,
): Promise<void> {
  const document = readEnvelope(message.body, MESSAGE_TYPES.receiptIssued, SignedReceipt) as Signed<Receipt>;
  const receipt = context.verifier.verify("receipt", document, [`x_${document.body.domain}`]);
  if (!isOutcomeOfStep(receipt)) return;
  const tenant = await tenantOf(context.pool, "plans", receipt.planId);
  if (tenant === null) return;
  if (tenant !== receipt.tenant) throw new AppError("signature_invalid", { detail: "the receipt names another tenant" });
  const requestId = await context.outbox.transaction(tenant, (tx) => takeReceipt(tx, receipt));
  if (requestId === null) return;
  await context.faults("coordinator.afterReceiptCommit");
  context.news.notify(requestId);
  orchestrator.kick(tenant, requestId);
  await wakeNewerTurns(context, orchestrator, tenant, requestId);
}
