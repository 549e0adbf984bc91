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

/** A command that may change the plan. */
type Change = Exclude<PlanCommand, { type: "report" }>;

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
  const running = unit.plan.steps.filter((step) => step.state === "executing" || step.state === "unknown").map((step) => step.id);
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

async function apply(unit: PlanUnit, signer: Signer, command: Change): Promise<void> {
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

/** Revisions that are stored but not in force yet, oldest first. */
async function receivedRevisions(deps: CommandDeps, command: Change): Promise<number[]> {
  const text = "select revision from plans where plan_id = $1 and state = 'received' order by revision";
  return await deps.outbox.transaction(command.tenant, async (tx) =>
    (await tx.query<{ revision: number }>(text, [command.planId])).rows.map((row) => row.revision),
  );
}

const PAUSE_UNACCEPTED = `update plan_heads set paused_until = case when $4 then business_now($1) + make_interval(secs => $5) end
  where tenant = $1 and plan_id = $2 and request_id = $3 and revision = 0`;

/** A pause belongs to the plan, not to a revision: the items that are opened later find it there. */
async function pauseUnaccepted(deps: CommandDeps, command: Change): Promise<boolean> {
  const values = [command.tenant, command.planId, command.requestId, command.type === "pause", LONGEST_PAUSE_MS / 1_000];
  return await deps.outbox.transaction(
    command.tenant,
    async (tx) => (await tx.query({ name: "pause-unaccepted", text: PAUSE_UNACCEPTED, values })).rowCount === 1,
  );
}

const reasonOf = (command: Change): string => (command.type === "withdraw" ? command.reason : "the request was cancelled");

/**
 * Runs a coordinator's command on the plan in force, and one that ends the plan also on every revision that waits to follow it.
 * Repeating one changes nothing.
 * @throws AppError not_found when there is no such plan yet.
 */
export async function runCommand(deps: CommandDeps, command: Change): Promise<void> {
  const change = async (work: (unit: PlanUnit) => Promise<void>, revision?: number) =>
    await changePlan(
      deps.outbox,
      command.tenant,
      command.planId,
      async (unit) => {
        if (unit.plan.requestId !== command.requestId)
          throw new AppError("envelope_invalid", { detail: "the command is for another request" });
        await work(unit);
      },
      revision,
    );
  const run = async (unit: PlanUnit) => await apply(unit, deps.signer, command);
  const ends = command.type === "cancel" || command.type === "withdraw";
  const received = ends ? await receivedRevisions(deps, command) : [];
  for (const revision of received)
    await change(async (unit) => {
      if (unit.plan.state === "received") withdrawPlan(unit, reasonOf(command), null);
    }, revision);
  try {
    await change(run);
  } catch (error) {
    if (!AppError.isInstance(error) || error.code !== "not_found") throw error;
    if (command.type === "execute") return;
    // Nothing is in force yet: what is stored must end all the same, and a pause must stand when its items are opened.
    if (ends) await change(run, received[0] ?? 1);
    else if (!(await pauseUnaccepted(deps, command))) throw error;
  }
}
