import type { PlanConflict } from "@quartermaster/shared/contracts";
import { CONFLICTS, STAGES } from "./conflict-table.ts";

/** Refusals that stop every agent's action of the request, not only the step at fault. */
export const STOPS_EVERYTHING: ReadonlySet<string> = new Set(["destination_embargo", "denied_party"]);

/** Severity of a conflict code: codes that the table does not know only warn. */
export const conflictSeverity = (code: string): PlanConflict["severity"] => CONFLICTS[code]?.severity ?? "warn";

/** Place of a code in the merge order; unknown ones come last. */
export const stageOf = (code: string): number => {
  const stage = CONFLICTS[code]?.stage;
  return stage === undefined ? STAGES.length : STAGES.indexOf(stage);
};
