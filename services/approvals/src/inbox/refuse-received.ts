import type { PlanUnit } from "../adapters/change-plan.ts";
import type { PlanPicture } from "../decision/plan-picture.ts";

/** Refuses a stored plan that nobody was shown yet. @returns false, with nothing changed, for any other */
export function refuseReceived({ plan, ledger }: PlanUnit, refusal: NonNullable<PlanPicture["refusal"]>): boolean {
  if (plan.state !== "received") return false;
  plan.state = "refused";
  plan.refusal = refusal;
  ledger({ kind: "plan.refused", subject: plan.planId, actor: "approvals", body: refusal });
  return true;
}
