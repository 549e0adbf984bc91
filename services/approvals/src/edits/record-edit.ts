import { type JsonObject, newId, type PlanStep, type Preview, type Receipt } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { stepContentHash } from "@quartermaster/shared/signing";
import { changePlan } from "../adapters/change-plan.ts";
import { answerDecision } from "../decision/decision-answer.ts";
import { judgeDecision } from "../decision/judge-decision.ts";
import type { ApprovalPicture, PlanPicture, StepPicture } from "../decision/plan-picture.ts";
import { type GrantDeps, predictedPreviews, readPlan } from "../grants/advance-plan.ts";
import { previewStep } from "../previews/preview-step.ts";
import { narrowArgs } from "./narrow-args.ts";
import { repeatedEdit } from "./repeated-edit.ts";
import { widensBecause } from "./widens-because.ts";

export interface EditCommand {
  approvalId: string;
  planId: string;
  by: string;
  roles: readonly string[];
  /** Revision named by If-Match; null when the header was not sent. */
  ifMatch: number | null;
  /** Full replacement of the step's args. */
  args: JsonObject;
}

interface Subject {
  approval: ApprovalPicture;
  step: StepPicture;
  role: string;
}

/** The item as whoever may decide it finds it: the same checks in the same order as for a decision. @throws AppError */
function subjectOf(plan: PlanPicture, command: EditCommand, businessNow: string): Subject {
  const approval = plan.approvals.find((candidate) => candidate.id === command.approvalId);
  const step = plan.steps.find((candidate) => candidate.id === approval?.stepId);
  if (!approval || !step) throw new AppError("not_found", { detail: "there is no such approval" });
  const attempt = { ...command, decision: "approve" as const, cardHash: approval.cardHash };
  const judgement = judgeDecision(approval, attempt, businessNow);
  if (judgement.kind === "replay") throw new AppError("already_decided");
  if (judgement.kind === "refused") {
    answerDecision({ kind: "refused", judgement, approval });
    throw new AppError(judgement.code);
  }
  return { approval, step, role: judgement.role };
}

/** The new args, if they ask for less. @throws AppError edit_widens | invalid_request */
function narrowed(step: StepPicture, args: JsonObject): JsonObject {
  const result = narrowArgs(step.body.tool, step.body.args, args);
  if (result.faults.length > 0)
    throw new AppError("edit_widens", {
      detail: "smaller quantities and fewer lines are possible; for anything else reject, and say what is wanted",
      errors: result.faults.slice(0, 20).map(({ path, code, message }) => ({ path: `/args${path}`, code, message })),
    });
  if (!result.changed)
    throw new AppError("invalid_request", {
      detail: "the edited step is the same as before",
      errors: [{ path: "/args", code: "nothing_less", message: "nothing is less than before" }],
    });
  return result.args;
}

/** Runs the edited step through its executor without an effect. @throws AppError edit_refused | edit_widens | unavailable */
async function tryOut(deps: GrantDeps, plan: PlanPicture, step: StepPicture, args: JsonObject): Promise<Preview> {
  const { tool, guards, dependsOn } = step.body;
  const trial: PlanStep = { ...step.body, args, contentHash: stepContentHash({ tool, args, guards, dependsOn }) };
  const receipts = new Map<string, Receipt>(plan.steps.flatMap((each) => (each.receipt ? [[each.id, each.receipt] as const] : [])));
  const preview = await previewStep(deps.executors, plan.tenant, trial, { receipts, previews: predictedPreviews(plan) });
  if (preview.refusal) throw new AppError("edit_refused", { detail: preview.refusal.detail, extra: { refusal: preview.refusal.code } });
  const widening = tool === "change_lines" && step.preview ? widensBecause(step.preview, preview) : null;
  if (widening !== null)
    throw new AppError("edit_widens", { detail: widening, errors: [{ path: "/args", code: "changes_more", message: widening }] });
  return preview;
}

/**
 * Takes an approver's narrower args for a step: tried out at the executor, kept on the item, and told to the coordinator, which plans
 * the step and what depends on it anew. Until that revision is here nobody can approve the item; then it has a new card. The same edit
 * again changes nothing.
 * @throws AppError as for a decision, and edit_widens | edit_refused
 */
export async function recordEdit(deps: GrantDeps, tenant: string, command: EditCommand): Promise<ApprovalPicture> {
  const seen = await readPlan(deps.pool, tenant, command.planId);
  if (!seen) throw new AppError("not_found", { detail: "there is no such approval" });
  const before = repeatedEdit(seen.plan, command);
  if (before) return before;
  const early = subjectOf(seen.plan, command, seen.businessNow);
  const args = narrowed(early.step, command.args);
  const preview = await tryOut(deps, seen.plan, early.step, args);
  return await changePlan(deps.outbox, tenant, command.planId, async (unit) => {
    const repeated = repeatedEdit(unit.plan, command);
    if (repeated) return repeated;
    const { approval, step, role } = subjectOf(unit.plan, command, unit.businessNow);
    if (step.body.contentHash !== early.step.body.contentHash) throw new AppError("card_changed");
    const edit = { id: newId("edt"), by: command.by, role, at: unit.now, from: step.body.args, args, revision: null };
    approval.edit = edit;
    approval.outdated = true;
    Object.assign(step, { state: "stale", code: "edited", reason: `${command.by} asked for less` });
    unit.ledger({
      kind: "approval.edited",
      subject: approval.id,
      actor: command.by,
      stepId: step.id,
      body: { approvalId: approval.id, revision: approval.revision, edit, effectHash: preview.effectHash },
    });
    unit.event("approval.edited", { approvalId: approval.id, stepId: step.id, by: command.by });
    return approval;
  });
}
