import type { PlanPicture } from "./plan-picture.ts";

/**
 * Steps that only make room for others: they take back what a replaced request did. The coordinator names each as the first step of a
 * `replaced_effect`, with what it calls; a way back that the user ordered has no such value and stands for itself.
 */
export const takeBackSteps = (plan: Pick<PlanPicture, "conflicts">): ReadonlySet<string> =>
  new Set(
    plan.conflicts
      .filter(({ code, values }) => code === "replaced_effect" && typeof values.undo === "string")
      .flatMap(({ steps }) => steps.slice(0, 1)),
  );
