import type { Grant, Receipt } from "@quartermaster/shared/contracts";
import type { Outbox } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed } from "@quartermaster/shared/signing";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import type { StepPicture } from "../decision/plan-picture.ts";
import { propagate } from "../decision/propagate.ts";
import { releaseStep } from "../decision/release-step.ts";
import { grantLeave } from "../kill-switch/raise-epoch.ts";
import { receiptFitsGrant } from "./receipt-fits-grant.ts";

const INSERT = `insert into receipts (tenant, id, version, grant_id, plan_id, step_id, outcome, body) values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (id, version) do nothing`;

const RECEIPTED = `update grants set state = 'receipted', asks = 0, ask_at = case when $2 then null else now() + interval '10 minutes' end where id = $1`;

/** False while a later version of the receipt can be expected. */
export const isLastWord = (receipt: Pick<Receipt, "outcome" | "externalOutcome">): boolean =>
  receipt.outcome !== "unknown" && receipt.externalOutcome !== "pending";

/** A refused grant that expired or fell to a newer epoch did nothing and never will: the step may be granted again. */
const UNUSED = new Set(["grant_expired", "grant_epoch"]);

/** Whether the grant fell to an epoch that approvals have raised since; an executor may also be ahead of approvals. */
async function isVoided(unit: PlanUnit, receipt: Receipt, grant: Grant): Promise<boolean> {
  return receipt.code === "grant_epoch" && grant.epoch < (await grantLeave(unit.tx, unit.plan.tenant)).epoch;
}

async function settle(unit: PlanUnit, step: StepPicture, receipt: Receipt, grant: Grant): Promise<void> {
  if (step.receipt !== null && step.receipt.version >= receipt.version && step.receipt.receiptId === receipt.receiptId) return;
  if (receipt.outcome === "refused" && UNUSED.has(receipt.code ?? "")) {
    const why = { code: receipt.code, reason: receipt.detail, isVoided: await isVoided(unit, receipt, grant) };
    releaseStep(unit.plan, step, why, unit.now);
    return;
  }
  step.receipt = receipt;
  step.code = receipt.code;
  step.reason = receipt.detail;
  if (receipt.outcome === "refused") step.state = receipt.code === "revoked" ? "cancelled" : "failed";
  else step.state = receipt.outcome;
  // An authority that says no ends what waits for its answer, though our message itself went out.
  if (receipt.outcome === "succeeded" && receipt.externalOutcome === "rejected") {
    for (const other of unit.plan.steps) {
      const waits = other.body.dependsOn.some((dependency) => dependency.step === step.id && dependency.until === "outcome");
      if (waits && (other.state === "pending" || other.state === "approved"))
        Object.assign(other, { state: "skipped", code: "outcome_rejected", reason: receipt.detail });
    }
  }
  propagate(unit.plan, unit.now);
}

const GRANT = "select body from grants where id = $1";

async function requireGrant(unit: PlanUnit, receipt: Receipt): Promise<Grant> {
  const values = [receipt.grantId];
  const grant = (await unit.tx.query<{ body: Signed<Grant> }>({ name: "grant-body", text: GRANT, values })).rows[0]?.body.body;
  if (grant && receiptFitsGrant(receipt, grant)) return grant;
  throw new AppError("signature_invalid", { detail: `receipt ${receipt.receiptId} does not belong to grant ${receipt.grantId}` });
}

/**
 * Records an executor's receipt and lets its outcome spread; the same receipt again changes nothing.
 * @throws AppError signature_invalid when the receipt is not the answer to the grant that it names; nothing is stored then.
 */
export async function recordReceipt(outbox: Pick<Outbox, "transaction">, signed: Signed<Receipt>): Promise<void> {
  const receipt = signed.body;
  await changePlan(outbox, receipt.tenant, receipt.planId, async (unit) => {
    const grant = await requireGrant(unit, receipt);
    const values = [
      receipt.tenant,
      receipt.receiptId,
      receipt.version,
      receipt.grantId,
      receipt.planId,
      receipt.stepId,
      receipt.outcome,
      JSON.stringify(signed),
    ];
    const inserted = await unit.tx.query({ name: "receipt-insert", text: INSERT, values });
    if (inserted.rowCount !== 1) return;
    await unit.tx.query({ name: "grant-receipted", text: RECEIPTED, values: [receipt.grantId, isLastWord(receipt)] });
    unit.ledger({
      kind: "receipt.recorded",
      subject: receipt.receiptId,
      actor: `x_${receipt.domain}`,
      stepId: receipt.stepId,
      body: signed,
    });
    const step = unit.plan.steps.find((candidate) => candidate.id === receipt.stepId && candidate.grantId === receipt.grantId);
    if (step) await settle(unit, step, receipt, grant);
    else unit.touch();
  });
}
