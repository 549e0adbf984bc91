import type { PlanCommand } from "@quartermaster/shared/contracts";
import type { Outbox } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Signer } from "@quartermaster/shared/signing";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { revokeGrants } from "../grants/revoke-grants.ts";

export interface CommandDeps {
  outbox: Pick<Outbox, "transaction">;
  signer: Signer;
}

const NOT_STARTED = new Set(["proposed", "pending", "approved", "stale"]);
/** A pause that nobody ends is over after this long: approvals never wait for a coordinator that died. */
const LONGEST_PAUSE_MS = 120_000;

function pause(unit: PlanUnit, until: string | null): void {
  unit.plan.pausedUntil = until;
  for (const approval of unit.plan.approvals) if (approval.state === "pending") approval.pausedUntil = until;
}

/** Ends every step that has not started; items are withdrawn. Steps that are granted stay as they are. */
function endOpenSteps(unit: PlanUnit, code: string, reason: string): void {
  for (const step of unit.plan.steps) {
    if (!NOT_STARTED.has(step.state)) continue;
    Object.assign(step, { state: "cancelled", code, reason });
  }
  for (const approval of unit.plan.approvals) {
    if (approval.state !== "pending") continue;
    Object.assign(approval, { state: "withdrawn", decidedAt: unit.now, pausedUntil: null });
    unit.ledger({
      kind: "approval.closed",
      subject: approval.id,
      actor: "coordinator",
      stepId: approval.stepId,
      body: { approvalId: approval.id, state: "withdrawn", reason },
    });
  }
}

async function cancel(unit: PlanUnit, signer: Signer, by: string): Promise<void> {
  if (unit.plan.cancelRequested) return;
  unit.plan.cancelRequested = true;
  unit.plan.pausedUntil = null;
  endOpenSteps(unit, "cancelled", `cancelled by ${by}`);
  if (unit.plan.state === "received") unit.plan.state = "withdrawn";
  const running = unit.plan.steps.filter((step) => step.state === "executing").map((step) => step.id);
  await revokeGrants(unit, signer, running, `cancelled by ${by}`);
  unit.ledger({ kind: "plan.cancelled", subject: unit.plan.planId, actor: by, body: { planId: unit.plan.planId, revoked: running } });
  unit.touch();
}

/** Withdraws a plan that a newer request replaced: open items go, granted steps stay and become facts of the new plan. */
export function withdrawPlan(unit: PlanUnit, reason: string, supersededBy: string | null): void {
  if (unit.plan.state === "withdrawn") return;
  unit.plan.pausedUntil = null;
  endOpenSteps(unit, "withdrawn", reason);
  if (unit.plan.state === "accepted" || unit.plan.state === "received") unit.plan.state = "withdrawn";
  unit.ledger({
    kind: "plan.withdrawn",
    subject: unit.plan.planId,
    actor: "coordinator",
    body: { planId: unit.plan.planId, reason, supersededBy },
  });
  unit.touch();
}

async function apply(unit: PlanUnit, signer: Signer, command: PlanCommand): Promise<void> {
  switch (command.type) {
    case "cancel":
      return await cancel(unit, signer, command.by);
    case "withdraw":
      return withdrawPlan(unit, command.reason, command.supersededBy);
    case "pause": {
      // The coordinator's `until` is never trusted beyond the longest pause; it counts from now in business time.
      const limit = Date.parse(unit.businessNow) + LONGEST_PAUSE_MS;
      return pause(unit, new Date(limit).toISOString());
    }
    case "resume":
      return pause(unit, null);
    case "execute":
      return;
  }
}

/** Runs a coordinator's command on the plan in force. Repeating one changes nothing. */
export async function runCommand(deps: CommandDeps, command: PlanCommand): Promise<void> {
  const change = async (revision?: number) =>
    await changePlan(
      deps.outbox,
      command.tenant,
      command.planId,
      async (unit) => {
        if (unit.plan.requestId !== command.requestId)
          throw new AppError("envelope_invalid", { detail: "the command is for another request" });
        await apply(unit, deps.signer, command);
      },
      revision,
    );
  try {
    await change();
  } catch (error) {
    if (!AppError.isInstance(error) || error.code !== "not_found") throw error;
    // Not accepted yet: the first revision is stored at most, and a command that ends it must hold all the same.
    if (command.type === "cancel" || command.type === "withdraw") await change(1);
  }
}
