import { type BusMessage, NakLater } from "@quartermaster/shared/bus";
import { MESSAGE_TYPES, Plan, PlanCommand } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import type { Verifier } from "@quartermaster/shared/signing";
import { changePlan } from "../adapters/change-plan.ts";
import { readEnvelope } from "../adapters/envelope.ts";
import { advancePlan, type GrantDeps } from "../grants/advance-plan.ts";
import { isUnanswered } from "../previews/ask-executor.ts";
import { countUnanswered, forgetUnanswered } from "../previews/count-unanswered.ts";
import { acceptPlan } from "./accept-plan.ts";
import { checkPlan } from "./check-plan.ts";
import { refuseReceived } from "./refuse-received.ts";
import { refuseUnstored } from "./refuse-unstored.ts";
import { reportPlan } from "./report-plan.ts";
import { runCommand } from "./run-command.ts";
import { storePlan } from "./store-plan.ts";
import { withdrawRequest } from "./withdraw-request.ts";

export interface InboxDeps extends GrantDeps {
  verifier: Verifier;
  log: Logger;
}

/** What a plan is refused with whose picture no message can carry: it would be the same at every other try. */
const TOO_LARGE = { code: "message_too_large", detail: "what it says of all its steps is too large to be passed on", stepId: null };

/** Tries to take a stored plan into force; what fails otherwise than for its size is left to the sweeper, which tries for ten minutes. */
export async function tryAccept(deps: InboxDeps, tenant: string, planId: string, revision: number): Promise<void> {
  try {
    const outcome = await acceptPlan(deps, tenant, planId, revision);
    deps.log.info({ planId, revision, outcome }, "plan taken in");
    await forgetUnanswered(deps, tenant, planId);
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    deps.log.warn({ err: error, planId, revision }, "plan could not be taken in");
    if (isUnanswered(error)) await countUnanswered(deps, tenant, planId, error, revision);
    else if (error.code === TOO_LARGE.code)
      await changePlan(deps.outbox, tenant, planId, async (unit) => refuseReceived(unit, TOO_LARGE), revision);
    return;
  }
  await advance(deps, tenant, planId);
}

/** Advances a plan; a step that cannot be granted yet is no failure of the message at hand. */
export async function advance(deps: InboxDeps, tenant: string, planId: string): Promise<void> {
  try {
    await advancePlan(deps, tenant, planId);
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    deps.log.warn({ err: error, planId }, "due steps could not be granted");
    if (isUnanswered(error)) await countUnanswered(deps, tenant, planId, error);
  }
}

async function onPlanSubmitted(deps: InboxDeps, plan: Plan): Promise<void> {
  const checked = checkPlan(plan, deps.verifier);
  if ("fault" in checked) {
    deps.log.warn({ planId: plan.id, code: checked.fault.code, detail: checked.fault.detail }, "plan refused");
    return await refuseUnstored(deps.outbox, plan, checked.fault);
  }
  const stored = await storePlan(deps.outbox, plan, checked.token.requester);
  await deps.faults("approvals.afterPlanCommit");
  if (stored === "conflict") return;
  for (const request of plan.supersedes) if (request !== plan.requestId) await withdrawRequest(deps, plan, request);
  await tryAccept(deps, plan.tenant, plan.id, plan.revision);
}

const parse = <T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[] }[] } } },
  value: unknown,
): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("envelope_invalid", { detail: parsed.error.issues.map((issue) => issue.path.join(".")).join(", ") });
};

/** Deliveries of a command that may come before its plan. */
const MAX_EARLY = 10;

/** Handles everything on the plan stream: plans and commands about them. Safe to run twice on the same message. */
export async function onPlanMessage(deps: InboxDeps, message: BusMessage): Promise<void> {
  const received = readEnvelope(message.body);
  if (received.type === MESSAGE_TYPES.planSubmitted) {
    const plan = parse(Plan, received.payload);
    if (plan.tenant !== received.tenant) throw new AppError("envelope_invalid", { detail: "the tenant of plan and envelope differ" });
    return await onPlanSubmitted(deps, plan);
  }
  if (received.type !== MESSAGE_TYPES.planCommand)
    throw new AppError("envelope_invalid", { detail: `type ${received.type} does not belong here` });
  const command = parse(PlanCommand, received.payload);
  if (command.tenant !== received.tenant) throw new AppError("envelope_invalid", { detail: "the tenant of command and envelope differ" });
  if (command.type === "report") return await reportPlan(deps.outbox, command);
  await runCommand(deps, command).catch((error: unknown) => {
    // Commands and plans are handled side by side, so a command may be here before the plan it is about.
    const early = AppError.isInstance(error) && error.code === "not_found" && message.deliveryCount < MAX_EARLY;
    throw early ? new NakLater(1_000, "the plan is not here yet") : error;
  });
  if (command.type === "execute" || command.type === "resume") await advance(deps, command.tenant, command.planId);
}
